import type {
  CommentMod,
  CommentModBody,
  CommentModRow,
  ScriptedComment,
} from '@kaimai/contract/comment-mod/comment-mod.routes.ts'
import { fail } from '@kaimai/contract/common/error.ts'
import { type ListQuery, offsetOf, type Page, pageAt } from '@kaimai/contract/common/page.ts'
import { common } from '@kaimai/contract/common/reason.ts'
import type { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import { type Database, json } from '../../platform/db/database.ts'
import { containing } from '../../platform/db/search.ts'
import { newId } from '../../platform/ids.ts'
import type { VideoService } from '../video/video.service.ts'

interface CommentModTable {
  id: string
  firmId: string
  name: string
  videoId: string
  comments: ScriptedComment[]
  commentCount: number
  createdAt: Date
  removedAt: Date | null
}
interface CommentModTables {
  commentMod: CommentModTable
}

export interface CommentModDependencies {
  readonly db: Database
  readonly clock: Clock
  readonly videos: Pick<VideoService, 'summaries'>
  /** Where a shipped picture is served. */
  readonly avatars: { readonly urlOf: (userImgId: string) => string }
}

/** Comment groups: scripted comments by second. A live copies them when it is published. */
export const createCommentModService = ({ db, clock, videos, avatars }: CommentModDependencies) => {
  const groups = () => db.as<CommentModTables>()

  const find = (firmId: string, id: string): Promise<CommentModTable | undefined> =>
    groups()
      .selectFrom('commentMod')
      .selectAll()
      .where('firmId', '=', firmId)
      .where('id', '=', id)
      .where('removedAt', 'is', null)
      .executeTakeFirst()

  const videoOf = async (firmId: string, videoId: string) => (await videos.summaries(firmId, [videoId]))[0]

  const present = async (row: CommentModTable): Promise<CommentMod> => {
    const video = await videoOf(row.firmId, row.videoId)
    return {
      id: row.id,
      commentModName: row.name,
      videoId: row.videoId,
      videoName: video?.name ?? '',
      videoUrl: video?.previewUrl ?? '',
      commentModList: row.comments.map((comment) => ({ ...comment, userImgUrl: avatars.urlOf(comment.userImgId) })),
    }
  }

  /** Sorted by second, the order they were given in kept within one second. */
  const fieldsOf = async (firmId: string, body: z.output<typeof CommentModBody>, before?: CommentModTable) => {
    const video = await videoOf(firmId, body.videoId)
    // A group stays with its video: one that was deleted since is still the right one.
    if (!video || (video.removed && before?.videoId !== body.videoId))
      throw fail('invalid', { fields: { videoId: common.wrongChoice } })
    const comments = body.commentModList.toSorted((a, b) => a.commentTime - b.commentTime)
    return { name: body.commentModName, videoId: body.videoId, comments: json(comments), commentCount: comments.length }
  }

  const shown = async (firmId: string, id: string): Promise<CommentModTable> => {
    const row = await find(firmId, id)
    if (!row) throw fail('noData')
    return row
  }

  return {
    list: async (
      firmId: string,
      query: ListQuery & { videoId?: string | undefined },
    ): Promise<Page<z.input<typeof CommentModRow>>> => {
      let wanted = groups().selectFrom('commentMod').where('firmId', '=', firmId).where('removedAt', 'is', null)
      if (query.q) wanted = wanted.where(containing('name', query.q))
      if (query.videoId) wanted = wanted.where('videoId', '=', query.videoId)
      const offset = offsetOf(query.cursor)
      const rows = await wanted
        .select(['id', 'name', 'videoId', 'commentCount', 'createdAt'])
        .orderBy('createdAt', 'desc')
        .orderBy('id')
        .limit(query.limit)
        .offset(offset)
        .execute()
      const { total } = await wanted.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
      const byId = new Map(
        (
          await videos.summaries(
            firmId,
            rows.map((row) => row.videoId),
          )
        ).map((video) => [video.id, video]),
      )
      const items = rows.map((row) => ({
        id: row.id,
        commentModName: row.name,
        videoId: row.videoId,
        videoName: byId.get(row.videoId)?.name ?? '',
        thumbnailUrl: byId.get(row.videoId)?.thumbnailUrl ?? '',
        comments: row.commentCount,
        createdAt: row.createdAt.toISOString(),
      }))
      return pageAt(items, total, offset)
    },
    create: async (firmId: string, body: z.output<typeof CommentModBody>): Promise<CommentMod> => {
      const id = newId()
      await groups()
        .insertInto('commentMod')
        .values({ id, firmId, ...(await fieldsOf(firmId, body)), createdAt: clock.now(), removedAt: null })
        .execute()
      return present(await shown(firmId, id))
    },
    show: async (firmId: string, id: string): Promise<CommentMod> => {
      const row = await find(firmId, id)
      if (!row) throw fail('notFound')
      return present(row)
    },
    change: async (firmId: string, id: string, body: z.output<typeof CommentModBody>): Promise<CommentMod> => {
      const before = await shown(firmId, id)
      await groups()
        .updateTable('commentMod')
        .set(await fieldsOf(firmId, body, before))
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .where('removedAt', 'is', null)
        .execute()
      return present(await shown(firmId, id))
    },
    remove: async (firmId: string, id: string): Promise<void> => {
      await shown(firmId, id)
      await groups()
        .updateTable('commentMod')
        .set({ removedAt: clock.now() })
        .where('firmId', '=', firmId)
        .where('id', '=', id)
        .execute()
    },
    /** For the script of a live: who says what at which second; undefined when the firm has no such group. */
    comments: async (
      firmId: string,
      id: string,
    ): Promise<{ name: string; imgUrl: string; text: string; second: number }[] | undefined> =>
      (await find(firmId, id))?.comments.map((comment) => ({
        name: comment.userName,
        imgUrl: avatars.urlOf(comment.userImgId),
        text: comment.commentText,
        second: comment.commentTime,
      })),
  }
}
export type CommentModService = ReturnType<typeof createCommentModService>
