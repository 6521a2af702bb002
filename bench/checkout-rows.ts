// The rows of the checkout's benchmark, beside their goals.
import { rushPieces } from './checkout-shop.ts'
import type { BenchRow } from './process.ts'

/** `orders` and `lists` are ratios to the peer; the others stand for themselves, whatever the peer does. */
const goals = {
  PGlite: { orders: 4, lists: 5, perSecond: 100, cpuMs: undefined, addMs: 50 },
  PostgreSQL: { orders: 20, lists: 10, perSecond: undefined, cpuMs: 8, addMs: 50 },
} as const
export type Kind = keyof typeof goals

export interface OrderFigures {
  readonly perSecond: number
  /** Milliseconds an order. */
  readonly serverMs: number
  readonly databaseMs: number
}

export interface Round {
  readonly order: OrderFigures
  readonly listPerSecond: number
}
export interface Figures {
  readonly rounds: readonly Round[]
  /** Orders a second where everybody wants the same product; of the peer nobody asks. */
  readonly samePerSecond: number | undefined
  readonly addMs: number
  readonly rushed: { readonly sold: number; readonly ok: boolean }
}

/** How many took part, and whether all was only shown to run. */
interface TakingPart {
  readonly rushBuyers: number
  readonly peerRushBuyers: number
  readonly addBuyers: number
  readonly smoke: boolean
}

const middleOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
const short = (value: number): number => Number(value.toFixed(1))

/** The middle of each side, and of the ratios of the rounds; in a smoke the figures mean little. */
const rowOf = (
  name: string,
  unit: string,
  [ours, peer]: readonly [Figures, Figures | undefined],
  of: (round: Round) => number,
  { goal, ratioOf, smoke }: { goal: number; ratioOf: (ours: number, peer: number) => number; smoke: boolean },
): BenchRow => {
  const own = ours.rounds.map(of)
  const others = peer?.rounds.map(of)
  const ratio = others && middleOf(own.map((each, at) => ratioOf(each, others[at] ?? Number.NaN)))
  const known = others ? { peer: short(middleOf(others)), goal } : { peer: undefined, goal: undefined }
  return { name, unit, ours: short(middleOf(own)), ...known, ratio, ok: smoke || ratio === undefined || ratio >= goal }
}

/** Of rows whose goal is no ratio. */
const alone = { peer: undefined, ratio: undefined } as const

const more = (ours: number, peer: number): number => ours / peer
const less = (ours: number, peer: number): number => peer / ours

/** What the benchmark says of one of our databases beside the peer. */
export const rowsOf = (
  kind: Kind,
  [ours, peer]: readonly [Figures, Figures | undefined],
  { rushBuyers, peerRushBuyers, addBuyers, smoke }: TakingPart,
): BenchRow[] => {
  const both = [ours, peer] as const
  const goal = goals[kind]
  const whole = 'whole guest orders, 20 buyers with phones and e-mails of their own'
  const perSecond = short(middleOf(ours.rounds.map(({ order }) => order.perSecond)))
  const cpuMs = short(middleOf(ours.rounds.map(({ order }) => order.serverMs + order.databaseMs)))
  return [
    rowOf(`${whole}, ${kind} (Vendure 3.7)`, 'orders/s', both, ({ order }) => order.perSecond, {
      goal: goal.orders,
      ratioOf: more,
      smoke,
    }),
    {
      ...alone,
      name: `whole guest orders of one and the same product, ${kind}`,
      ours: short(ours.samePerSecond ?? Number.NaN),
      unit: 'orders/s',
      goal: undefined,
      ok: true,
    },
    rowOf(
      `CPU of server and database per order, ${kind} (Vendure 3.7)`,
      'ms',
      both,
      ({ order }) => order.serverMs + order.databaseMs,
      { goal: 1, ratioOf: less, smoke },
    ),
    ...(goal.perSecond === undefined
      ? []
      : [
          {
            ...alone,
            name: `whole guest orders, ${goal.perSecond} a second at least, ${kind}`,
            ours: perSecond,
            unit: 'orders/s',
            goal: goal.perSecond,
            ok: smoke || perSecond >= goal.perSecond,
          },
        ]),
    ...(goal.cpuMs === undefined
      ? []
      : [
          {
            ...alone,
            name: `CPU of server and database per order, ${goal.cpuMs} ms at most, ${kind}`,
            ours: cpuMs,
            unit: 'ms',
            goal: goal.cpuMs,
            ok: smoke || cpuMs <= goal.cpuMs,
          },
        ]),
    rowOf(
      `a room with its 20 products, 20 at once, ${kind} (Vendure 3.7, a search of 20)`,
      'requests/s',
      both,
      ({ listPerSecond }) => listPerSecond,
      { goal: goal.lists, ratioOf: more, smoke },
    ),
    {
      name: `p99 of add to cart, ${addBuyers} buyers in an open loop, ${goal.addMs} ms at most, ${kind} (Vendure 3.7)`,
      ours: short(ours.addMs),
      peer: peer && short(peer.addMs),
      unit: 'ms',
      ratio: peer && less(ours.addMs, peer.addMs),
      goal: goal.addMs,
      ok: smoke || ours.addMs <= goal.addMs,
    },
    {
      name: `pieces sold of ${rushPieces} that ${rushBuyers} buyers want at once, no more and no less, ${kind} (Vendure 3.7, ${peerRushBuyers} buyers)`,
      ours: ours.rushed.sold,
      peer: peer?.rushed.sold,
      unit: 'pieces',
      ratio: undefined,
      goal: rushPieces,
      ok: ours.rushed.ok,
    },
  ]
}
