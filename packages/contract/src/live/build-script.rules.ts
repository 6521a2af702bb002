import { stepsOfCurve } from './audience-curve.rules.ts'
import type { LiveBody } from './live.routes.ts'
import { type ScriptItem, sortScript } from './show.rules.ts'

/** A comment as the script says it: with the address of its picture. */
export interface GroupComment {
  readonly name: string
  readonly imgUrl: string
  readonly text: string
  readonly second: number
}

/** What a script is made of, beside its comments. */
export type ScriptSource = Pick<LiveBody, 'productList' | 'fakeTicket' | 'callToAction' | 'audienceCurve'> &
  Partial<Pick<LiveBody, 'poll' | 'giveaway' | 'hearts'>>

/**
 * Ids by kind and place: what is added or taken out elsewhere changes no other item's, so that who is in the room receives
 * nothing twice and nothing too few, and a cue keeps its item. Of several at one place the order of the list counts.
 */
const idsByPlace = () => {
  const taken = new Map<string, number>()
  return (letter: string, atMs: number, what = ''): string => {
    const place = `${letter}${atMs}${what}`
    const rank = taken.get(place) ?? 0
    taken.set(place, rank + 1)
    return `${place}.${String(rank).padStart(4, '0')}`
  }
}
/** Enough of a product's id to distinguish those of one live. */
const tailOf = (productId: string): string => `-${productId.slice(-12)}`
const ms = (seconds: number): number => Math.round(seconds * 1000)

type Showing = ScriptSource['productList'][number]

/** Whether the product stays although this showing of it ends: another one goes on. */
const isShownOn = (list: readonly Showing[], { productId, hideAt }: Showing): boolean =>
  hideAt !== null &&
  list.some(
    (other) =>
      other.productId === productId &&
      other.showAt !== null &&
      other.showAt < hideAt &&
      (other.hideAt === null || other.hideAt > hideAt),
  )

type Call = ScriptSource['callToAction'][number]

/** Indexes of the calls that end by themselves: what another one took the place of is over already. */
const endingCalls = (calls: readonly Call[]): ReadonlySet<number> => {
  const order = calls
    .map((call, index) => ({ call, index }))
    .toSorted((a, b) => a.call.at - b.call.at || a.index - b.index)
  return new Set(
    order.flatMap(({ call: { at, until }, index }, place) => {
      const next = order[place + 1]?.call.at ?? Number.POSITIVE_INFINITY
      return until !== null && until > at && until < next ? [index] : []
    }),
  )
}

/**
 * The script of a live from what the merchant set: its comments, products shown and hidden, simulated purchases, calls
 * to action, the virtual audience. The server keeps what it answers and the studio plays it, so that a preview can't
 * differ from the room. What lies after the end of the video stays in: it is never due.
 */
export const buildScript = (live: ScriptSource, comments: readonly GroupComment[]): ScriptItem[] => {
  const ending = endingCalls(live.callToAction)
  const curve = live.audienceCurve.map(({ at, count }) => ({ atMs: ms(at), count }))
  const audience = stepsOfCurve(curve.toSorted((a, b) => a.atMs - b.atMs))
  const idOf = idsByPlace()
  return sortScript([
    ...comments.map(
      ({ name, imgUrl, text, second }): ScriptItem => ({
        kind: 'comment',
        id: idOf('c', ms(second)),
        atMs: ms(second),
        name,
        imgUrl,
        text,
      }),
    ),
    ...live.productList.flatMap((product): ScriptItem[] => {
      const { productId, showAt, hideAt } = product
      const tail = tailOf(productId)
      // Ids sort a hiding before a showing of the same instant.
      return [
        ...(showAt === null
          ? []
          : [{ kind: 'showProduct' as const, id: idOf('p', ms(showAt), tail), atMs: ms(showAt), productId }]),
        ...(hideAt === null || isShownOn(live.productList, product)
          ? []
          : [{ kind: 'hideProduct' as const, id: idOf('h', ms(hideAt), tail), atMs: ms(hideAt), productId }]),
      ]
    }),
    ...live.fakeTicket.map(
      ({ at, userName, productId, quantity }): ScriptItem => ({
        kind: 'fakeTicket',
        id: idOf('t', ms(at)),
        atMs: ms(at),
        name: userName,
        productId,
        quantity,
      }),
    ),
    ...live.callToAction.flatMap(({ at, until, text, url }, index): ScriptItem[] => [
      { kind: 'callToAction', id: idOf('a', ms(at)), atMs: ms(at), text, ...(url === '' ? {} : { url }) },
      ...(until !== null && ending.has(index)
        ? [{ kind: 'endCallToAction' as const, id: idOf('e', ms(until)), atMs: ms(until) }]
        : []),
    ]),
    ...(live.poll ?? []).map(
      ({ at, question, options, seconds }): ScriptItem => ({
        kind: 'poll',
        id: idOf('q', ms(at)),
        atMs: ms(at),
        question,
        options,
        seconds,
      }),
    ),
    ...(live.giveaway ?? []).map(
      ({ at, prize, word, winners, seconds }): ScriptItem => ({
        kind: 'giveaway',
        id: idOf('g', ms(at)),
        atMs: ms(at),
        prize,
        word,
        winners,
        seconds,
      }),
    ),
    ...(live.hearts ?? []).map(
      ({ at, count, seconds }): ScriptItem => ({
        kind: 'hearts',
        id: idOf('l', ms(at)),
        atMs: ms(at),
        count,
        seconds,
      }),
    ),
    ...audience.map(({ atMs, count }): ScriptItem => ({ kind: 'audience', id: idOf('n', atMs), atMs, count })),
  ])
}
