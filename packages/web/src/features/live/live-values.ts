import { because, common } from '@kaimai/contract/common/reason.ts'
import { Live } from '@kaimai/contract/live/live.routes.ts'
import { defaultWaitingMinutes } from '@kaimai/contract/live/live.rules.ts'
import type { z } from 'zod'

/** What the form edits: the contract's live without what the server derives. */
export const LiveFields = Live.omit({
  id: true,
  streamId: true,
  status: true,
  endAt: true,
  videoName: true,
  videoDuration: true,
  imageUrl: true,
}).refine(({ videoId }) => videoId !== null, {
  path: ['videoId'],
  message: because(common.required),
  // Told with the other fields' faults, not after them.
  when: () => true,
})
export type LiveFields = z.input<typeof LiveFields>

export const newLive = (beginAtMs: number, videoId: string | null): LiveFields => ({
  liveName: '',
  platformType: 'video',
  videoId,
  beginAt: new Date(beginAtMs).toISOString(),
  waitingMinutes: defaultWaitingMinutes,
  replayMinutes: 0,
  commentModId: null,
  productList: [],
  fakeTicket: [],
  callToAction: [],
  audienceCurve: [],
  bannedKeywords: [],
  anonymousAllowed: true,
  liveImage: '',
  hostName: '',
})

/** The fields of a live as the server answers it. */
export const fieldsOf = (live: z.output<typeof Live>): LiveFields => ({
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
  audienceCurve: live.audienceCurve,
  bannedKeywords: live.bannedKeywords,
  anonymousAllowed: live.anonymousAllowed,
  liveImage: live.liveImage,
  hostName: live.hostName,
})

/** Parts of the form, in its order: which fields each holds. */
export const sections = {
  basics: ['liveName', 'videoId', 'hostName', 'liveImage'],
  time: ['beginAt', 'waitingMinutes', 'replayMinutes'],
  goods: ['productList', 'callToAction'],
  talk: ['commentModId', 'fakeTicket'],
  audience: ['anonymousAllowed', 'bannedKeywords'],
} as const satisfies Record<string, readonly (keyof LiveFields)[]>
export type SectionId = keyof typeof sections
export const sectionIds = Object.keys(sections) as SectionId[]

const isDone: Readonly<Record<SectionId, (values: LiveFields) => boolean>> = {
  basics: ({ liveName, videoId }) => liveName.trim() !== '' && videoId !== null,
  time: ({ beginAt }) => beginAt !== '',
  goods: ({ productList }) => productList.length > 0,
  talk: ({ commentModId, fakeTicket }) => commentModId !== null || fakeTicket.length > 0,
  audience: () => true,
}

/** How a section stands; `faults` are the paths with a fault. */
export const sectionState = (id: SectionId, values: LiveFields, faults: readonly string[]) => {
  const isFaulty = sections[id].some((name) => faults.some((path) => path === name || path.startsWith(`${name}.`)))
  if (isFaulty) return 'faulty' as const
  return isDone[id](values) ? ('done' as const) : ('open' as const)
}

/** When the next thing of a list comes, in seconds: half a minute after the last one. */
export const nextAt = (things: readonly { readonly at: number }[]): number =>
  things.length === 0 ? 0 : Math.max(...things.map(({ at }) => (Number.isFinite(at) ? Math.floor(at) : 0))) + 30
