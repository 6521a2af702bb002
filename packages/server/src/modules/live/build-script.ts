import type { LiveBody } from '@kaimai/contract/live/live.routes.ts'
import { type ScriptItem, sortScript } from '@kaimai/contract/live/show.rules.ts'

export interface GroupComment {
  readonly name: string
  readonly imgUrl: string
  readonly text: string
  readonly second: number
}

const numbered = (letter: string, index: number): string => `${letter}${String(index).padStart(5, '0')}`
const ms = (seconds: number): number => Math.round(seconds * 1000)

/**
 * The script of a live from what the merchant set: comments of the group, products shown and hidden, simulated
 * purchases, calls to action, the virtual audience. Ids are stable for the same input, so that clients never show an item twice. What lies after the end of
 * the video stays in: it is never due.
 */
export const buildScript = (
  live: Pick<LiveBody, 'productList' | 'fakeTicket' | 'callToAction' | 'audienceCurve'>,
  comments: readonly GroupComment[],
): ScriptItem[] =>
  sortScript([
    ...comments.map(
      ({ name, imgUrl, text, second }, index): ScriptItem => ({
        kind: 'comment',
        id: numbered('c', index),
        atMs: ms(second),
        name,
        imgUrl,
        text,
      }),
    ),
    ...live.productList.flatMap(({ productId, showAt, hideAt }, index): ScriptItem[] => [
      ...(showAt === null
        ? []
        : [{ kind: 'showProduct' as const, id: numbered('p', index), atMs: ms(showAt), productId }]),
      ...(hideAt === null
        ? []
        : [{ kind: 'hideProduct' as const, id: numbered('h', index), atMs: ms(hideAt), productId }]),
    ]),
    ...live.fakeTicket.map(
      ({ at, userName, productId, quantity }, index): ScriptItem => ({
        kind: 'fakeTicket',
        id: numbered('t', index),
        atMs: ms(at),
        name: userName,
        productId,
        quantity,
      }),
    ),
    ...live.callToAction.map(
      ({ at, text, url }, index): ScriptItem => ({
        kind: 'callToAction',
        id: numbered('a', index),
        atMs: ms(at),
        text,
        ...(url === '' ? {} : { url }),
      }),
    ),
    ...live.audienceCurve.map(
      ({ at, count }, index): ScriptItem => ({ kind: 'audience', id: numbered('n', index), atMs: ms(at), count }),
    ),
  ])
