import {
  type LiveInstants,
  liveStatusAt,
  type LiveStatus,
  type PlatformType,
} from '@kaimai/contract/live/live.rules.ts'
import type { LiveRow } from './live.tables.ts'

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
  readonly bannedKeywords: readonly string[]
  readonly imageUrl: string
  /** In the order they are listed. */
  readonly productIds: readonly string[]
}

/** A row without its script, which is large and asked for by itself. */
export type LiveHead = Omit<LiveRow, 'script'>

export const instantsOf = (row: LiveHead): LiveInstants & { replayUntilMs: number | null } => ({
  publishedAtMs: row.publishedAt?.getTime() ?? null,
  beginAtMs: row.beginAt.getTime(),
  endAtMs: row.endAt.getTime(),
  cancelledAtMs: row.cancelledAt?.getTime() ?? null,
  waitingMinutes: row.waitingMinutes,
  replayUntilMs: row.replayMinutes > 0 ? row.endAt.getTime() + row.replayMinutes * 60_000 : null,
})

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
  bannedKeywords: row.bannedKeywords,
  imageUrl: row.imageUrl,
  productIds: row.products.map(({ productId }) => productId),
})

export const statusOf = (row: LiveHead, nowMs: number): LiveStatus => liveStatusAt(instantsOf(row), nowMs)
