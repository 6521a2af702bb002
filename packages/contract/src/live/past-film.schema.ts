import { z } from 'zod'
import { Id, OptionalLine } from '../common/fields.ts'
import { Instant } from '../common/time.ts'
import { pastFilmKinds } from './past-film.rules.ts'

/** What a host may choose for the time past the film. */
export const PastFilmBody = z.object({
  kind: z.enum(pastFilmKinds),
  /** Of `video`: which recording of the firm. */
  videoId: Id.nullable().default(null),
  /** Stands in the picture's place where nothing plays; empty: the page's own words. */
  text: OptionalLine(60).default(''),
})
export type PastFilmBody = z.output<typeof PastFilmBody>

/** What plays when past the film, for players: epoch ms. Where no run is, a word stands. */
export const PastFilm = z.object({
  text: z.string(),
  /** The film first; each with the list it plays. `untilMs` null: until the live is over. */
  runs: z.array(z.object({ fromMs: z.number(), untilMs: z.number().nullable(), url: z.string() })),
})
export type PastFilm = z.output<typeof PastFilm>

/** The newest choice, as the control room shows it. */
export const PastFilmChosen = z.object({
  kind: z.enum(pastFilmKinds),
  videoId: Id.nullable(),
  text: z.string(),
  /** Empty: the recording is not there any more, and a word stands. */
  videoName: z.string(),
  /** From when on it is in force. */
  from: Instant,
})
