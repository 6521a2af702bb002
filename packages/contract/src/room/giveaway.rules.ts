import { type Giveaways, type GiveawayEvent, isDrawn, isOpened } from './giveaway-state.rules.ts'
import type { GiveawayDraw, GiveawayDrawn, GiveawayEntrants, GiveawayOpened, GiveawayPair } from './giveaway.schema.ts'

/** What of it a newcomer is told: the newest giveaway, and its result if it has one. */
export const newestGiveaway = ({ opened, drawn }: Giveaways): GiveawayPair | undefined => {
  if (opened === undefined) return undefined
  return drawn?.giveaway === opened.giveaway ? { opened, drawn } : { opened }
}

/** The giveaways of a whole log, the oldest first, each with its result. */
export const giveawayPairs = (events: readonly GiveawayEvent[]): GiveawayPair[] => {
  const drawn = new Map(events.filter(isDrawn).map((event) => [event.giveaway, event]))
  return events.filter(isOpened).map((opened) => {
    const result = drawn.get(opened.giveaway)
    return result === undefined ? { opened } : { opened, drawn: result }
  })
}

/** Of those, the ones with a result. */
export const giveawayDraws = (events: readonly GiveawayEvent[]): GiveawayDraw[] =>
  giveawayPairs(events).flatMap(({ opened, drawn }) => (drawn === undefined ? [] : [{ opened, drawn }]))

/** How long a result stays on the screen, ms. */
export const giveawayResultMs = 60_000
/** How long a draw may take after its time before it says nothing any more. */
const drawWithinMs = 30_000

/** A giveaway on the screen. */
export interface StandingGiveaway {
  readonly opened: GiveawayOpened
  readonly drawn: GiveawayDrawn | undefined
  readonly entrants: number
  readonly isOpen: boolean
}

/** The giveaway that is seen at that room time, open, being drawn or with its result; undefined: none. */
export const giveawayAt = (
  pair: GiveawayPair | undefined,
  count: GiveawayEntrants | undefined,
  roomMs: number,
): StandingGiveaway | undefined => {
  if (pair === undefined) return undefined
  const { opened, drawn } = pair
  const overMs = drawn === undefined ? opened.untilMs + drawWithinMs : drawn.ms + giveawayResultMs
  if (roomMs >= overMs) return undefined
  const counted = count?.giveaway === opened.giveaway ? count.entrants : 0
  return {
    opened,
    drawn,
    entrants: drawn?.entrants ?? counted,
    isOpen: drawn === undefined && roomMs < opened.untilMs,
  }
}

/** The giveaway on the screen of a replay at a playhead: its result from the moment of the draw on. */
export const replayedGiveawayAt = (giveaways: readonly GiveawayPair[], ms: number): StandingGiveaway | undefined => {
  const pair = giveaways.findLast(({ opened }) => opened.ms <= ms)
  if (pair === undefined) return undefined
  const { opened, drawn } = pair
  return giveawayAt(drawn !== undefined && drawn.ms <= ms ? pair : { opened }, undefined, ms)
}

const encoder = new TextEncoder()
const hexOf = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
const bytesOf = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from({ length: hex.length / 2 }, (_, at) => Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16))

/** SHA-256 of a seed of hexadecimal signs, as it is made known before the draw. */
export const commitmentOf = async (seed: string): Promise<string> =>
  hexOf(await crypto.subtle.digest('SHA-256', bytesOf(seed)))

export interface Draw {
  /** Public ids of who has won, in the order of the draw. */
  readonly winners: readonly string[]
  /** All entrants as the draw orders them, each with the number that decides. */
  readonly order: readonly { readonly userId: string; readonly number: string }[]
  /** SHA-256 over the ordered public ids. */
  readonly digest: string
}

/**
 * Draws among public ids: each gets the HMAC-SHA-256 of the seed over its id as its number, and the lowest win. Whoever
 * knows the seed beforehand can't be found, and nobody's chance depends on how many or who the others are.
 */
export const drawWinners = async (seed: string, entrantIds: readonly string[], winners: number): Promise<Draw> => {
  const ids = [...new Set(entrantIds)].toSorted()
  const key = await crypto.subtle.importKey('raw', bytesOf(seed), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const numbered = await Promise.all(
    ids.map(async (userId) => ({
      userId,
      number: hexOf(await crypto.subtle.sign('HMAC', key, encoder.encode(userId))),
    })),
  )
  const order = numbered.toSorted((a, b) => (a.number < b.number ? -1 : 1))
  return {
    winners: order.slice(0, winners).map(({ userId }) => userId),
    order,
    digest: hexOf(await crypto.subtle.digest('SHA-256', encoder.encode(ids.join('\n')))),
  }
}

/** Whether a draw is what its seed makes of its entrants, and the seed is what was promised before. */
export const isDrawRight = async ({ opened, drawn }: GiveawayDraw, entrantIds: readonly string[]): Promise<boolean> => {
  const draw = await drawWinners(drawn.seed, entrantIds, opened.winners)
  return (
    (await commitmentOf(drawn.seed)) === opened.commitment &&
    draw.digest === drawn.digest &&
    draw.order.length === drawn.entrants &&
    draw.winners.join(' ') === drawn.winners.map(({ userId }) => userId).join(' ')
  )
}
