import type { LiveInstants, PlatformType } from '@kaimai/contract/live/live.rules.ts'

/** A live as rooms read it: module live's LiveRecord. */
export interface RoomLive extends LiveInstants {
  readonly id: string
  readonly firmId: string
  readonly streamId: string
  readonly liveName: string
  readonly platformType: PlatformType
  readonly videoId: string | null
  readonly imageUrl: string
  readonly replayUntilMs: number | null
  readonly hostName: string
  readonly anonymousAllowed: boolean
  readonly bannedKeywords: readonly string[]
  readonly productIds: readonly string[]
}
