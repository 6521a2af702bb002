import type { PlatformType } from '@kaimai/contract/live/live.rules.ts'
import type { LiveBody, LiveComment } from '@kaimai/contract/live/live.routes.ts'
import type { PastFilmKind } from '@kaimai/contract/live/past-film.rules.ts'
import type { ScriptItem } from '@kaimai/contract/live/show.rules.ts'
import type { GeneratedAlways } from 'kysely'

/** A choice of the host for the time past the film. */
export interface PastFilmRow {
  readonly kind: PastFilmKind
  /** Of `video`. */
  readonly videoId: string | null
  readonly text: string
  /** Epoch ms from which on it is in force. */
  readonly fromMs: number
}

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
  polls: LiveBody['poll']
  giveaways: LiveBody['giveaway']
  hearts: LiveBody['hearts']
  audienceCurve: LiveBody['audienceCurve']
  bannedKeywords: string[]
  anonymousAllowed: boolean
  heartsAllowed: boolean
  imageUrl: string
  hostName: string
  script: ScriptItem[]
  /** Made of the script by the database. */
  scriptVersion: GeneratedAlways<string>
  /** Of a live that was made for a slot of this series. */
  seriesId: string | null
  /** Its own, by second. */
  comments: LiveComment[]
  infoImages: string[]
  slowSeconds: number
  /** Null: as the firm has it. */
  disclosure: boolean | null
  youtubeUrl: string
  plannedMinutes: number
  /** How much longer the room stays live than its video. */
  extendedMinutes: number
  /** What viewers see past the film, oldest choice first. */
  pastFilm: PastFilmRow[]
  shortUrl: string
  createdAt: Date
  removedAt: Date | null
  /** Of a rehearsal: the live that it rehearses. Such a row is born removed (decisions/027). */
  rehearsalOf: string | null
}

export interface LiveTables {
  live: LiveRow
}
