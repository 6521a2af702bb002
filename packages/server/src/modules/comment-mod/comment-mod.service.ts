import { commentModErrors } from '@kaimai/contract/comment-mod/comment-mod.errors.ts'
import {
  type CommentMod,
  type CommentModBody,
  type CommentModRow,
  type commentModRoutes,
  commentModSorts,
  commentsMax,
  type ScriptedComment,
} from '@kaimai/contract/comment-mod/comment-mod.routes.ts'
import { fail } from '@kaimai/contract/common/error.ts'
import { common } from '@kaimai/contract/common/error-text.ts'
import type { Language } from '@kaimai/contract/common/language.ts'
import { offsetOf, type Page, pageAt } from '@kaimai/contract/common/page.ts'
import type { SheetFormat } from '@kaimai/contract/common/sheet.ts'
import type { z } from 'zod'
import type { Actor } from '../../platform/audit/audit.ts'
import type { Tx } from '../../platform/db/database.ts'
import { newestFirst, sortOf } from '../../platform/db/sort.ts'
import { changedFields, createEditLog } from '../../platform/edit-log/edit-log.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import type { VideoService } from '../video/video.service.ts'
import type { CommentModStore, CommentModTable, GroupFields } from './comment-mod.store.ts'
import { exampleComments, writeComments } from './comment-sheet.ts'
import { type MarkedWords, type Speaker, takeMarked } from './marked-comments.ts'

export interface CommentModDeps {
  readonly platform: Pick<Platform, 'db' | 'clock' | 'audit'>
  readonly store: CommentModStore
  readonly videos: Pick<VideoService, 'summaries' | 'hold'>
  /** Where a picture is served. */
  readonly avatars: { readonly urlOf: (userImgId: string) => string }
  readonly people: {
    readonly some: (firmId: string) => Promise<readonly Speaker[]>
    readonly byNames: (firmId: string, names: readonly string[]) => Promise<ReadonlyMap<string, Speaker>>
    readonly make: (
      firmId: string,
      names: readonly string[],
      by: Actor | undefined,
    ) => Promise<ReadonlyMap<string, Speaker>>
  }
  /** Viewers' comments that were marked as favourites. */
  readonly marks: {
    readonly marked: (firmId: string, liveId: string) => Promise<readonly MarkedWords[]>
    readonly lives: (
      firmId: string,
    ) => Promise<readonly { id: string; liveName: string; beginAt: string; marks: number }[]>
  }
}

type Body = z.output<typeof CommentModBody>
type Query = z.output<typeof commentModRoutes.list.query>

const columnOf = {
  createdAt: 'createdAt',
  changedAt: 'changedAt',
  commentModName: 'searchName',
  comments: 'commentCount',
} as const

const orderOf = (param: string | undefined) => {
  const asked = sortOf(param, commentModSorts) ?? newestFirst
  return { ...asked, sort: columnOf[asked.sort] }
}

/** Of a name, in characters. */
const nameMax = 80
const copyNames = {
  'zh-TW': (name: string) => `${name}（複製）`,
  en: (name: string) => `${name} (copy)`,
} as const

/** Sorted by second, the order they were given in kept within one second. */
const bySecond = (comments: readonly ScriptedComment[]): ScriptedComment[] =>
  comments.toSorted((a, b) => a.commentTime - b.commentTime)

/** Comment groups: scripted comments by second. A live copies them when it is published. */
export const createCommentModService = (deps: CommentModDeps) => {
  const { platform, store, videos, avatars, people, marks } = deps
  const { db, clock, audit } = platform
  const editLog = createEditLog({ clock })

  const videoOf = async (firmId: string, videoId: string) => (await videos.summaries(firmId, [videoId]))[0]
  const shownComment = (comment: ScriptedComment) => ({ ...comment, userImgUrl: avatars.urlOf(comment.userImgId) })

  const present = async (row: CommentModTable): Promise<CommentMod> => {
    const video = await videoOf(row.firmId, row.videoId)
    return {
      id: row.id,
      version: row.version,
      commentModName: row.name,
      videoId: row.videoId,
      videoName: video?.name ?? '',
      videoUrl: video?.previewUrl ?? '',
      commentModList: row.comments.map(shownComment),
    }
  }

  /** A group stays with its video: one that was deleted since is still the right one. */
  const checkVideo = async (tx: Tx, firmId: string, videoId: string, before: string | undefined): Promise<void> => {
    if (videoId !== before && !(await videos.hold(tx, firmId, videoId)))
      throw fail('invalid', { fields: { videoId: common.wrongChoice } })
  }
  const fieldsOf = ({ commentModName, videoId, commentModList }: Body): GroupFields => ({
    name: commentModName,
    videoId,
    comments: bySecond(commentModList),
  })

  const shown = async (firmId: string, id: string): Promise<CommentModTable> => {
    const row = await store.find(firmId, id)
    if (!row) throw fail('noData')
    return row
  }

  const insert = async (firmId: string, fields: GroupFields, by: Actor | undefined, action: string, tx: Tx) => {
    const id = newId()
    await store.insert(firmId, id, fields, clock.now(), tx)
    if (by) await audit.record(tx, by, action, { id, name: fields.name }, { comments: fields.comments.length })
    return id
  }

  return {
    list: async (firmId: string, query: Query): Promise<Page<z.input<typeof CommentModRow>>> => {
      const offset = offsetOf(query.cursor)
      const { rows, total } = await store.list(firmId, {
        q: query.q,
        videoId: query.videoId,
        ...orderOf(query.sort),
        limit: query.limit,
        offset,
      })
      const ofRows = await videos.summaries(
        firmId,
        rows.map((row) => row.videoId),
      )
      const byId = new Map(ofRows.map((video) => [video.id, video]))
      const items = rows.map((row) => ({
        id: row.id,
        commentModName: row.name,
        videoId: row.videoId,
        videoName: byId.get(row.videoId)?.name ?? '',
        thumbnailUrl: byId.get(row.videoId)?.thumbnailUrl ?? '',
        comments: row.commentCount,
        createdAt: row.createdAt.toISOString(),
        changedAt: row.changedAt.toISOString(),
      }))
      return pageAt(items, total, offset)
    },

    create: async (firmId: string, body: Body, by?: Actor): Promise<CommentMod> => {
      const id = await db.transaction(async (tx) => {
        await checkVideo(tx, firmId, body.videoId, undefined)
        return insert(firmId, fieldsOf(body), by, 'commentMod.create', tx)
      })
      return present(await shown(firmId, id))
    },

    show: async (firmId: string, id: string): Promise<CommentMod> => {
      const row = await store.find(firmId, id)
      if (!row) throw fail('notFound')
      return present(row)
    },

    /** `version`: what the body was made from; without it the last save wins. */
    change: async (
      firmId: string,
      id: string,
      { version: from, ...body }: Body & { readonly version?: number | undefined },
      by?: Actor,
    ): Promise<CommentMod> => {
      await db.transaction(async (tx) => {
        const before = await store.lock(firmId, id, tx)
        if (!before) throw fail('noData')
        const now = {
          version: before.version,
          commentModName: before.name,
          videoId: before.videoId,
          commentModList: before.comments,
        }
        const sent = { ...body, commentModList: bySecond(body.commentModList) }
        const current = { ...now, commentModList: before.comments.map(shownComment) }
        await editLog.checkSave(tx, { firmId, targetId: id, from, now: current, sent })
        await checkVideo(tx, firmId, body.videoId, before.videoId)
        await store.update(firmId, before, fieldsOf(body), clock.now(), tx)
        const edit = { targetId: id, version: before.version + 1, fields: changedFields(now, sent) }
        await editLog.add(tx, firmId, by, [edit])
        const change = { comments: { before: before.commentCount, after: body.commentModList.length } }
        if (by) await audit.record(tx, by, 'commentMod.change', { id, name: body.commentModName }, change)
      })
      return present(await shown(firmId, id))
    },

    remove: async (firmId: string, id: string, by?: Actor): Promise<void> => {
      await db.transaction(async (tx) => {
        const row = await store.lock(firmId, id, tx)
        if (!row) throw fail('noData')
        await store.remove(firmId, [id], clock.now(), tx)
        if (by) await audit.record(tx, by, 'commentMod.remove', { id, name: row.name })
      })
    },

    /** Another group with the same comments, of the same video even when that was deleted. */
    copy: async (
      firmId: string,
      id: string,
      name: string | undefined,
      { language, by }: { language: Language; by?: Actor },
    ): Promise<CommentMod> => {
      const copied = await db.transaction(async (tx) => {
        const row = await store.lock(firmId, id, tx)
        if (!row) throw fail('noData')
        const copyName = name ?? [...copyNames[language](row.name)].slice(0, nameMax).join('')
        return insert(
          firmId,
          { name: copyName, videoId: row.videoId, comments: row.comments },
          by,
          'commentMod.copy',
          tx,
        )
      })
      return present(await shown(firmId, copied))
    },

    markedLives: async (firmId: string) => ({ lives: [...(await marks.lives(firmId))] }),

    addMarked: async (firmId: string, id: string, liveId: string, by?: Actor) => {
      const marked = await marks.marked(firmId, liveId)
      if (marked.length === 0) throw fail('noData', { reason: commentModErrors.nothingMarked })
      const speakers = await people.some(firmId)
      if (speakers.length === 0) throw fail('conflict', { reason: commentModErrors.nobodyToSpeak })
      const { videoId } = await shown(firmId, id)
      const videoMs = (await videoOf(firmId, videoId))?.durationMs ?? undefined
      const taken = await db.transaction(async (tx) => {
        const row = await store.lock(firmId, id, tx)
        if (!row) throw fail('noData')
        const found = takeMarked({ marked, present: row.comments, speakers, videoMs })
        const comments = bySecond([...row.comments, ...found.comments])
        if (comments.length > commentsMax) throw fail('conflict', { reason: commentModErrors.groupFull })
        if (found.comments.length > 0) {
          await store.update(firmId, row, { name: row.name, videoId: row.videoId, comments }, clock.now(), tx)
          const edit = { targetId: id, version: row.version + 1, fields: ['commentModList'] }
          await editLog.add(tx, firmId, by, [edit])
          const change = { liveId, comments: found.comments.length }
          if (by) await audit.record(tx, by, 'commentMod.addMarked', { id, name: row.name }, change)
        }
        return found
      })
      return {
        comments: taken.comments.map(shownComment),
        already: taken.already,
        outside: taken.outside,
        commentMod: await present(await shown(firmId, id)),
      }
    },

    writeSheet: async (firmId: string, id: string, how: { format: SheetFormat; language: Language; by?: Actor }) => {
      const row = await shown(firmId, id)
      const { by } = how
      if (by)
        await db.transaction((tx) =>
          audit.record(tx, by, 'commentMod.export', { id, name: row.name }, { comments: row.commentCount }),
        )
      return writeComments({ ...how, name: row.name, comments: row.comments })
    },
    sheetTemplate: (how: { format: SheetFormat; language: Language }) =>
      writeComments({ ...how, name: 'comments', comments: exampleComments[how.language] }),

    /** For a live to copy, by second; undefined when the firm has no such group. */
    comments: async (firmId: string, id: string): Promise<ScriptedComment[] | undefined> =>
      (await store.find(firmId, id))?.comments,

    /** The newest groups that were written for a video. */
    ofVideo: async (firmId: string, videoId: string): Promise<{ id: string; name: string; comments: number }[]> =>
      (await store.ofVideo(firmId, videoId)).map(({ id, name, commentCount }) => ({
        id,
        name,
        comments: commentCount,
      })),
    usedIn: store.usedIn,
  }
}
export type CommentModService = ReturnType<typeof createCommentModService>
