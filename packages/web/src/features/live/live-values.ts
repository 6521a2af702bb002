import { because, common } from '@kaimai/contract/common/error-text.ts'
import { liveErrors } from '@kaimai/contract/live/live.errors.ts'
import { Live } from '@kaimai/contract/live/live.routes.ts'
import { defaultWaitingMinutes, type PlatformType } from '@kaimai/contract/live/live.rules.ts'
import { youtubeIdOf } from '@kaimai/contract/live/youtube.rules.ts'
import type { z } from 'zod'

/** What the form edits: the contract's live without what the server derives. */
export const LiveFields = Live.omit({
  id: true,
  streamId: true,
  shortUrl: true,
  status: true,
  endAt: true,
  videoName: true,
  videoDuration: true,
  imageUrl: true,
  signupList: true,
})
  .refine(({ platformType, videoId }) => platformType !== 'video' || videoId !== null, {
    path: ['videoId'],
    message: because(common.required),
    // This error is found with the other fields' errors, not after them.
    when: () => true,
  })
  .check(({ value: { platformType, youtubeUrl }, issues }) => {
    if (platformType !== 'youtube' || youtubeIdOf(youtubeUrl) !== undefined) return
    const message = because(youtubeUrl.trim() === '' ? common.required : liveErrors.notYoutube)
    issues.push({ code: 'custom', input: youtubeUrl, path: ['youtubeUrl'], message })
  })
export type LiveFields = z.input<typeof LiveFields>
export type LiveShown = z.output<typeof Live>

export const newLive = (
  beginAtMs: number,
  videoId: string | null,
  platformType: PlatformType = 'video',
): LiveFields => ({
  liveName: '',
  platformType,
  videoId,
  beginAt: new Date(beginAtMs).toISOString(),
  waitingMinutes: defaultWaitingMinutes,
  replayMinutes: 0,
  commentModId: null,
  productList: [],
  fakeTicket: [],
  callToAction: [],
  poll: [],
  giveaway: [],
  hearts: [],
  audienceCurve: [],
  bannedKeywords: [],
  anonymousAllowed: true,
  heartsAllowed: true,
  liveImage: '',
  hostName: '',
  commentList: [],
  liveInfoImage: [],
  slowSeconds: 0,
  disclosure: null,
  youtubeUrl: '',
  plannedMinutes: 60,
})

/** The fields of a live as the server answers it. */
export const fieldsOf = (live: LiveShown): LiveFields => ({
  liveName: live.liveName,
  platformType: live.platformType,
  videoId: live.videoId,
  beginAt: live.beginAt,
  waitingMinutes: live.waitingMinutes,
  replayMinutes: live.replayMinutes,
  commentModId: live.commentModId,
  productList: live.productList,
  fakeTicket: live.fakeTicket,
  callToAction: live.callToAction,
  poll: live.poll,
  giveaway: live.giveaway,
  hearts: live.hearts,
  audienceCurve: live.audienceCurve,
  bannedKeywords: live.bannedKeywords,
  anonymousAllowed: live.anonymousAllowed,
  heartsAllowed: live.heartsAllowed,
  liveImage: live.liveImage,
  hostName: live.hostName,
  commentList: live.commentList,
  liveInfoImage: live.liveInfoImage,
  slowSeconds: live.slowSeconds,
  disclosure: live.disclosure,
  youtubeUrl: live.youtubeUrl,
  plannedMinutes: live.plannedMinutes,
})

/** Of what the form was filled with, all that the control room changes too: what is not touched here stays as it is by then. */
export const loadedOf = ({ bannedKeywords, slowSeconds, anonymousAllowed, productList }: LiveFields) => ({
  bannedKeywords,
  slowSeconds,
  anonymousAllowed,
  productIds: productList.map(({ productId }) => productId),
})

export type LiveProduct = LiveFields['productList'][number]

/** A product that comes into a live. */
export const newProduct = (productId: string, showAt: number | null = null): LiveProduct => ({
  productId,
  showAt,
  hideAt: null,
  livePrice: null,
  showLeft: true,
})

/** How long the programme is, in ms: of the video, or as planned; undefined while nobody knows. */
export const lengthOf = (
  { platformType, plannedMinutes }: Pick<LiveFields, 'platformType' | 'plannedMinutes'>,
  videoMs: number | null | undefined,
): number | undefined => {
  if (platformType === 'video') return videoMs ?? undefined
  return Number.isFinite(plannedMinutes) ? plannedMinutes * 60_000 : undefined
}
