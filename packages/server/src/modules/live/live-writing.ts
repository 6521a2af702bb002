import type { ScriptedComment } from '@kaimai/contract/comment-mod/comment-mod.routes.ts'
import { fail } from '@kaimai/contract/common/error.ts'
import { common } from '@kaimai/contract/common/error-text.ts'
import { buildScript } from '@kaimai/contract/live/build-script.rules.ts'
import { liveErrors } from '@kaimai/contract/live/live.errors.ts'
import type { LiveBody } from '@kaimai/contract/live/live.routes.ts'
import type { LiveStatus } from '@kaimai/contract/live/live.rules.ts'
import { youtubeIdOf } from '@kaimai/contract/live/youtube.rules.ts'
import type { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { VideoService, VideoSummary } from '../video/video.service.ts'
import { type LiveHead, statusOf } from './live.record.ts'
import type { LiveWrite } from './live.store.ts'

/** What a live is made of. */
export interface LiveParts {
  readonly videos: Pick<VideoService, 'summaries' | 'hold' | 'media'>
  /** Of a comment group, by second; undefined when the firm has no such group. */
  readonly comments: (firmId: string, commentModId: string) => Promise<readonly ScriptedComment[] | undefined>
  /** Where the picture of who speaks is served. */
  readonly pictureOf: (userImgId: string) => string
  /** Which of the products the firm has on sale. */
  readonly products: (firmId: string, productIds: readonly string[]) => Promise<ReadonlySet<string>>
  /** Whether the firm may open another room: it has live hours left, or is the demo firm. */
  readonly mayOpen: (firmId: string) => Promise<boolean>
}

export type Body = z.output<typeof LiveBody>

/** A live that has its times, before it has a video: an hour, replaced by the video's length. */
const placeholderMs = 3600_000
const minuteMs = 60_000

type Timed = Pick<LiveHead, 'beginAt' | 'platformType' | 'plannedMinutes'>

/** When it is over: with its video, or the planned time of one that plays YouTube; and what it was extended by. */
export const endOf = (live: Timed, video: VideoSummary | undefined, extendedMinutes: number): Date => {
  const lengthMs =
    live.platformType === 'youtube' ? live.plannedMinutes * minuteMs : (video?.durationMs ?? placeholderMs)
  return new Date(live.beginAt.getTime() + lengthMs + extendedMinutes * minuteMs)
}

/** Of a live that runs: as it stood, but what plays on YouTube may be planned longer or shorter. */
export const runningEndOf = (row: LiveHead, write: LiveWrite, nowMs: number): Date => {
  if (row.platformType !== 'youtube' || row.plannedMinutes === write.plannedMinutes) return row.endAt
  const endAt = endOf({ ...row, plannedMinutes: write.plannedMinutes }, undefined, row.extendedMinutes)
  if (endAt.getTime() <= nowMs) throw fail('invalid', { fields: { plannedMinutes: liveErrors.liveInPast } })
  return endAt
}

/** Judges what a merchant wants of a live, and turns it into what is written. */
export const createLiveWriting = ({ parts, clock }: { parts: LiveParts; clock: Clock }) => {
  const videoOf = async (firmId: string, videoId: string | null): Promise<VideoSummary | undefined> => {
    if (videoId === null) return undefined
    const [video] = await parts.videos.summaries(firmId, [videoId])
    if (!video || video.removed) throw fail('invalid', { fields: { videoId: common.wrongChoice } })
    return video
  }

  const checkProducts = async (firmId: string, body: Body): Promise<void> => {
    const ids = [...new Set([...body.productList, ...body.fakeTicket].map(({ productId }) => productId))]
    const there = await parts.products(firmId, ids)
    const index = body.productList.findIndex(({ productId }) => !there.has(productId))
    if (index >= 0) throw fail('invalid', { fields: { [`productList.${index}.productId`]: common.wrongChoice } })
    const ticket = body.fakeTicket.findIndex(({ productId }) => !there.has(productId))
    if (ticket >= 0) throw fail('invalid', { fields: { [`fakeTicket.${ticket}.productId`]: common.wrongChoice } })
  }

  /** Its own list, or the group's as it is now; by second, in the order given within one. */
  const commentsOf = async (firmId: string, body: Body, before: LiveHead | undefined): Promise<ScriptedComment[]> => {
    const { commentModId, commentList } = body
    const isAsked = commentModId !== null && (commentList === undefined || commentModId !== before?.commentModId)
    const ofGroup = isAsked ? await parts.comments(firmId, commentModId) : []
    if (!ofGroup) throw fail('invalid', { fields: { commentModId: common.wrongChoice } })
    return (commentList ?? ofGroup).toSorted((a, b) => a.commentTime - b.commentTime)
  }

  const youtubeUrlOf = ({ platformType, youtubeUrl }: Body): string => {
    if (platformType !== 'youtube') return ''
    if (youtubeUrl !== '' && youtubeIdOf(youtubeUrl) === undefined)
      throw fail('invalid', { fields: { youtubeUrl: liveErrors.notYoutube } })
    return youtubeUrl
  }

  /** Everything a publication needs; throws what is missing, by field. */
  const checkPublishable = async (
    firmId: string,
    write: Pick<LiveWrite, 'beginAt' | 'platformType' | 'videoId' | 'youtubeUrl'>,
    videoReady: boolean,
  ): Promise<void> => {
    if (write.platformType === 'camera') throw fail('invalid', { fields: { platformType: liveErrors.platformLater } })
    if (write.platformType === 'youtube') {
      if (youtubeIdOf(write.youtubeUrl) === undefined)
        throw fail('invalid', { fields: { youtubeUrl: common.required } })
      if (write.videoId !== null) throw fail('invalid', { fields: { videoId: liveErrors.youtubeNoVideo } })
    } else if (!videoReady)
      throw fail('conflict', { reason: liveErrors.videoNotReady, fields: { videoId: liveErrors.videoNotReady } })
    if (write.beginAt.getTime() < clock.ms() - 60_000)
      throw fail('invalid', { fields: { beginAt: liveErrors.liveInPast } })
    if (!(await parts.mayOpen(firmId))) throw fail('balanceTooLow', { reason: liveErrors.hoursUsedUp })
  }

  return {
    videoOf,
    checkPublishable,

    /** In the transaction that writes a live: its video can't be deleted before that ends, and wasn't before it began. */
    holdVideo: async (tx: Tx, firmId: string, videoId: string | null): Promise<void> => {
      if (videoId !== null && !(await parts.videos.hold(tx, firmId, videoId)))
        throw fail('invalid', { fields: { videoId: common.wrongChoice } })
    },

    /** What may be changed now: once it runs, the video and the begin stay; what is over is over. Answers its status. */
    mayChange: (row: LiveHead, body: Body): LiveStatus => {
      const status = statusOf(row, clock.ms())
      if (status === 'ended' || status === 'cancelled') throw fail('conflict', { reason: liveErrors.liveOver })
      if (status !== 'live') return status
      const moved = {
        beginAt: new Date(body.beginAt).getTime() !== row.beginAt.getTime(),
        videoId: body.videoId !== row.videoId,
        platformType: body.platformType !== row.platformType,
      }
      const fields = Object.entries(moved).flatMap(([name, has]) => (has ? [[name, liveErrors.liveRunning]] : []))
      if (fields.length > 0)
        throw fail('conflict', { reason: liveErrors.liveRunning, fields: Object.fromEntries(fields) })
      return status
    },

    /** What is written for a body; a running live is published already, and is asked for nothing more. */
    writeOf: async (
      firmId: string,
      body: Body,
      before: LiveHead | undefined,
      isRunning = false,
    ): Promise<LiveWrite> => {
      const video = await videoOf(firmId, body.videoId)
      if (body.platformType === 'video' && !video) throw fail('invalid', { fields: { videoId: common.required } })
      await checkProducts(firmId, body)
      const comments = await commentsOf(firmId, body, before)
      const said = comments.map(({ userName, userImgId, commentText, commentTime }) => ({
        name: userName,
        imgUrl: parts.pictureOf(userImgId),
        text: commentText,
        second: commentTime,
      }))
      const { platformType, plannedMinutes } = body
      const beginAt = new Date(body.beginAt)
      const write: LiveWrite = {
        name: body.liveName,
        platformType,
        videoId: body.videoId,
        publishedAt: before?.publishedAt ?? null,
        beginAt,
        endAt: endOf({ beginAt, platformType, plannedMinutes }, video, before?.extendedMinutes ?? 0),
        waitingMinutes: body.waitingMinutes,
        replayMinutes: body.replayMinutes,
        commentModId: body.commentModId,
        products: body.productList,
        fakeTickets: body.fakeTicket,
        callsToAction: body.callToAction,
        polls: body.poll,
        giveaways: body.giveaway,
        hearts: body.hearts,
        audienceCurve: body.audienceCurve,
        bannedKeywords: [...new Set(body.bannedKeywords.filter((word) => word !== ''))],
        anonymousAllowed: body.anonymousAllowed,
        heartsAllowed: body.heartsAllowed,
        imageUrl: body.liveImage,
        hostName: body.hostName,
        comments,
        infoImages: [...new Set(body.liveInfoImage.filter((url) => url !== ''))],
        slowSeconds: body.slowSeconds,
        disclosure: body.disclosure,
        youtubeUrl: youtubeUrlOf(body),
        plannedMinutes,
        script: buildScript(body, said),
      }
      if (isRunning) {
        if (platformType === 'youtube' && write.youtubeUrl === '')
          throw fail('invalid', { fields: { youtubeUrl: common.required } })
        return write
      }
      const publishes = body.publish || write.publishedAt !== null
      if (publishes) await checkPublishable(firmId, write, video?.state === 'ready')
      return { ...write, publishedAt: publishes ? (write.publishedAt ?? clock.now()) : null }
    },
  }
}
export type LiveWriting = ReturnType<typeof createLiveWriting>
