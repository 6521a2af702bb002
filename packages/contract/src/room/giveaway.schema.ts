import { z } from 'zod'
import { Id, Line } from '../common/fields.ts'
import { because, common } from '../common/error-text.ts'

/** What a giveaway may be; seconds it may stand open. */
export const giveawayLimits = {
  prizeCharacters: 60,
  wordCharacters: 20,
  maxWinners: 20,
  minSeconds: 10,
  maxSeconds: 900,
} as const

/** Without width, case, spaces and invisible signs: what is said twice in two ways is the same word. */
export const comparableWord = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{Cf}]+/gu, '')

/** What is drawn, among those who say which word, and for how long. */
export const GiveawayOffer = z.object({
  prize: Line(giveawayLimits.prizeCharacters),
  word: Line(giveawayLimits.wordCharacters).refine((word) => comparableWord(word) !== '', because(common.required)),
  winners: z.number().int().min(1).max(giveawayLimits.maxWinners),
  seconds: z.number().int().min(giveawayLimits.minSeconds).max(giveawayLimits.maxSeconds),
})
export type GiveawayOffer = z.output<typeof GiveawayOffer>

/** 32 bytes as 64 hexadecimal signs. */
const Hex = z.string().regex(/^[0-9a-f]{64}$/)

const real = { seq: z.number().int().min(1), ms: z.number().int() }

/** Who has won, as the room sees people. */
const Winner = z.object({
  userId: z.string(),
  name: z.string(),
  imgUrl: z.string(),
})

/** Opened by the script or the staff, in the place of the one before; `untilMs`: room time. */
export const GiveawayOpened = z.object({
  ...real,
  kind: z.literal('giveawayOpened'),
  giveaway: Id,
  prize: z.string(),
  word: z.string(),
  winners: z.number().int().min(1),
  untilMs: z.number().int(),
  /** SHA-256 of the seed, which nobody knows before the draw. */
  commitment: Hex,
})
export type GiveawayOpened = z.output<typeof GiveawayOpened>

/** Drawn; anybody may draw again from the seed and the entrants' public ids (giveaway.rules.ts). */
export const GiveawayDrawn = z.object({
  ...real,
  kind: z.literal('giveawayDrawn'),
  giveaway: Id,
  entrants: z.number().int().min(0),
  winners: z.array(Winner),
  seed: Hex,
  /** SHA-256 over the ordered public ids of the entrants. */
  digest: Hex,
})
export type GiveawayDrawn = z.output<typeof GiveawayDrawn>

/** A giveaway with its result. */
export const GiveawayDraw = z.object({ opened: GiveawayOpened, drawn: GiveawayDrawn })
export type GiveawayDraw = z.output<typeof GiveawayDraw>

/** The newest giveaway of a room and, once it is drawn, its result. */
export const GiveawayPair = z.object({ opened: GiveawayOpened, drawn: GiveawayDrawn.optional() })
export type GiveawayPair = z.output<typeof GiveawayPair>

/** Viewers who have said the word so far; sent with a frame when it changed, at most once a second. */
export const GiveawayEntrants = z.object({ giveaway: Id, entrants: z.number().int().min(0) })
export type GiveawayEntrants = z.output<typeof GiveawayEntrants>
