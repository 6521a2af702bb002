import {
  type LiveInstants,
  liveStatusAt,
  type LiveStatus,
  type PlatformType,
} from '@kaimai/contract/live/live.rules.ts'
import { youtubeIdOf } from '@kaimai/contract/live/youtube.rules.ts'
import type { LiveProductTerms } from '../product/product.service.ts'
import type { LiveRow, PastFilmRow } from './live.tables.ts'

/** A live as other modules see it: instants in epoch milliseconds. */
export interface LiveRecord extends LiveInstants {
  readonly id: string
  readonly firmId: string
  readonly streamId: string
  readonly liveName: string
  readonly platformType: PlatformType
  readonly videoId: string | null
  readonly replayUntilMs: number | null
  readonly hostName: string
  readonly anonymousAllowed: boolean
  readonly heartsAllowed: boolean
  readonly bannedKeywords: readonly string[]
  readonly imageUrl: string
  /** In the order they are listed. */
  readonly productIds: readonly string[]
  /** The same products by how they are sold here. */
  readonly liveProducts: readonly LiveProductTerms[]
  readonly slowSeconds: number
  /** Whether viewers see what is simulated; null: the firm's setting holds. */
  readonly disclosure: boolean | null
  /** Of a live that plays YouTube; else empty. */
  readonly youtubeId: string
  readonly infoImages: readonly string[]
  readonly shortUrl: string
  /** Of a rehearsal: the live that it rehearses. */
  readonly rehearsalOf: string | null
  /** What its viewers see past the film, oldest choice first; none: a word. */
  readonly pastFilm: readonly PastFilmRow[]
}

/** A row without its script and its comments, which are large and asked for by themselves. */
export type LiveHead = Omit<LiveRow, 'script' | 'scriptVersion' | 'comments'>

/** Its columns. */
export const headColumns = [
  'id',
  'firmId',
  'streamId',
  'name',
  'platformType',
  'videoId',
  'publishedAt',
  'beginAt',
  'endAt',
  'cancelledAt',
  'waitingMinutes',
  'replayMinutes',
  'commentModId',
  'products',
  'fakeTickets',
  'callsToAction',
  'polls',
  'giveaways',
  'hearts',
  'audienceCurve',
  'bannedKeywords',
  'anonymousAllowed',
  'heartsAllowed',
  'imageUrl',
  'hostName',
  'seriesId',
  'infoImages',
  'slowSeconds',
  'disclosure',
  'youtubeUrl',
  'plannedMinutes',
  'extendedMinutes',
  'pastFilm',
  'shortUrl',
  'createdAt',
  'removedAt',
  'rehearsalOf',
] as const

export const instantsOf = (row: LiveHead): LiveInstants & { replayUntilMs: number | null } => ({
  publishedAtMs: row.publishedAt?.getTime() ?? null,
  beginAtMs: row.beginAt.getTime(),
  endAtMs: row.endAt.getTime(),
  cancelledAtMs: row.cancelledAt?.getTime() ?? null,
  waitingMinutes: row.waitingMinutes,
  replayUntilMs: row.replayMinutes > 0 ? row.endAt.getTime() + row.replayMinutes * 60_000 : null,
})

/** A product may be shown several times: it is sold once, as its first entry says. */
const liveProductsOf = ({ products }: LiveHead): LiveProductTerms[] => {
  const terms = new Map<string, LiveProductTerms>()
  for (const { productId, livePrice, showLeft } of products)
    if (!terms.has(productId)) terms.set(productId, { productId, livePrice, showLeft })
  return [...terms.values()]
}
/** Each once, in the order they are listed. */
export const productIdsOf = (row: LiveHead): string[] => liveProductsOf(row).map(({ productId }) => productId)

export const recordOf = (row: LiveHead): LiveRecord => ({
  ...instantsOf(row),
  id: row.id,
  firmId: row.firmId,
  streamId: row.streamId,
  liveName: row.name,
  platformType: row.platformType,
  videoId: row.videoId,
  hostName: row.hostName,
  anonymousAllowed: row.anonymousAllowed,
  heartsAllowed: row.heartsAllowed,
  bannedKeywords: row.bannedKeywords,
  imageUrl: row.imageUrl,
  productIds: productIdsOf(row),
  liveProducts: liveProductsOf(row),
  slowSeconds: row.slowSeconds,
  disclosure: row.disclosure,
  youtubeId: row.platformType === 'youtube' ? (youtubeIdOf(row.youtubeUrl) ?? '') : '',
  infoImages: row.infoImages,
  shortUrl: row.shortUrl,
  rehearsalOf: row.rehearsalOf,
  pastFilm: row.pastFilm,
})

export const statusOf = (row: LiveHead, nowMs: number): LiveStatus => liveStatusAt(instantsOf(row), nowMs)
