import type { LiveInstants, PlatformType } from '@kaimai/contract/live/live.rules.ts'

/** A product of a live by how it is sold there: module live's LiveGood. */
export interface RoomGood {
  readonly productId: string
  /** In minor units; null: the product's own special offer. */
  readonly livePrice: number | null
  readonly showLeft: boolean
}

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
  readonly liveProducts: readonly RoomGood[]
  readonly slowSeconds: number
  /** Null: as the firm has it. */
  readonly disclosure: boolean | null
  /** Of a room that plays YouTube; else empty. */
  readonly youtubeId: string
  readonly infoImages: readonly string[]
  readonly shortUrl: string
}
