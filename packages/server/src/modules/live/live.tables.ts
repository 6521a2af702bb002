import type { PlatformType } from '@kaimai/contract/live/live.rules.ts'
import type { LiveBody } from '@kaimai/contract/live/live.routes.ts'
import type { ScriptedComment } from '@kaimai/contract/comment-mod/comment-mod.routes.ts'
import type { ScriptItem } from '@kaimai/contract/live/show.rules.ts'
import type { GeneratedAlways } from 'kysely'

export interface LiveRow {
  id: string
  firmId: string
  streamId: string
  name: string
  platformType: PlatformType
  videoId: string | null
  publishedAt: Date | null
  beginAt: Date
  endAt: Date
  cancelledAt: Date | null
  waitingMinutes: number
  replayMinutes: number
  commentModId: string | null
  products: LiveBody['productList']
  fakeTickets: LiveBody['fakeTicket']
  callsToAction: LiveBody['callToAction']
  audienceCurve: LiveBody['audienceCurve']
  bannedKeywords: string[]
  anonymousAllowed: boolean
  imageUrl: string
  hostName: string
  script: ScriptItem[]
  /** Made of the script by the database. */
  scriptVersion: GeneratedAlways<string>
  /** Of a live that was made for a slot of this series. */
  seriesId: string | null
  /** Its own, by second. */
  comments: ScriptedComment[]
  infoImages: string[]
  slowSeconds: number
  /** Null: as the firm has it. */
  disclosure: boolean | null
  youtubeUrl: string
  plannedMinutes: number
  /** How much longer the room stays live than its video. */
  extendedMinutes: number
  shortUrl: string
  createdAt: Date
  removedAt: Date | null
}

export interface LiveTables {
  live: LiveRow
}
