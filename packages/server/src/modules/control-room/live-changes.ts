import type { PastFilmBody } from '@kaimai/contract/live/past-film.schema.ts'
import type { Actor } from '../../platform/audit/audit.ts'

/** What the control room changes of a live that may be running; what is left out stays. */
export interface LiveChange {
  readonly bannedKeywords?: readonly string[] | undefined
  /** Between two messages of one viewer; 0: off. */
  readonly slowSeconds?: number | undefined
  readonly anonymousAllowed?: boolean | undefined
  readonly addProductId?: string | undefined
  readonly extendMinutes?: number | undefined
  /** What viewers see past the film. */
  readonly pastFilm?: PastFilmBody | undefined
}

/** Module live, as the control room uses it: one transaction, with its audit row and its 'live.changed'. */
export interface LiveChanges {
  /** Throws `noData`, `conflict` of a live that is over, `invalid` for what this live can't take. */
  changeRunning(firmId: string, liveId: string, change: LiveChange, by?: Actor): Promise<void>
}
