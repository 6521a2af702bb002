import type { Live, LiveComment, LiveForm, LiveRow } from '@kaimai/contract/live/live.routes.ts'
import type { z } from 'zod'
import type { VideoSummary } from '../video/video.service.ts'
import { type LiveHead, statusOf } from './live.record.ts'

const shownOf = (row: LiveHead, video: VideoSummary | undefined, nowMs: number) => ({
  id: row.id,
  streamId: row.streamId,
  shortUrl: row.shortUrl,
  status: statusOf(row, nowMs),
  endAt: row.endAt.toISOString(),
  videoName: video?.name ?? '',
  videoDuration: video?.durationMs ?? null,
  imageUrl: row.imageUrl || (video?.thumbnailUrl ?? ''),
})

export const presentLive = (
  row: LiveHead,
  of: {
    video: VideoSummary | undefined
    comments: readonly LiveComment[]
    pictureOf: (userImgId: string) => string
    forms: readonly z.output<typeof LiveForm>[]
    nowMs: number
  },
): z.input<typeof Live> => ({
  ...shownOf(row, of.video, of.nowMs),
  liveName: row.name,
  platformType: row.platformType,
  videoId: row.videoId,
  beginAt: row.beginAt.toISOString(),
  waitingMinutes: row.waitingMinutes,
  replayMinutes: row.replayMinutes,
  commentModId: row.commentModId,
  productList: row.products,
  fakeTicket: row.fakeTickets,
  callToAction: row.callsToAction,
  poll: row.polls,
  giveaway: row.giveaways,
  hearts: row.hearts,
  audienceCurve: row.audienceCurve,
  bannedKeywords: row.bannedKeywords,
  anonymousAllowed: row.anonymousAllowed,
  heartsAllowed: row.heartsAllowed,
  liveImage: row.imageUrl,
  hostName: row.hostName,
  commentList: of.comments.map((comment) => ({ ...comment, userImgUrl: of.pictureOf(comment.userImgId) })),
  liveInfoImage: row.infoImages,
  slowSeconds: row.slowSeconds,
  disclosure: row.disclosure,
  youtubeUrl: row.youtubeUrl,
  plannedMinutes: row.plannedMinutes,
  signupList: [...of.forms],
})

export const presentRow = (
  row: LiveHead,
  video: VideoSummary | undefined,
  nowMs: number,
  figures: { signups: number; online: number; orders: number; revenue: number; replayViewers: number },
): z.input<typeof LiveRow> => ({
  ...shownOf(row, video, nowMs),
  ...figures,
  liveName: row.name,
  platformType: row.platformType,
  beginAt: row.beginAt.toISOString(),
})
