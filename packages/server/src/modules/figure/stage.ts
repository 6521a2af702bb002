import type { StageItem } from '@kaimai/contract/figure/retention.schema.ts'
import { showingsOf, type StageMoment } from '@kaimai/contract/figure/script-sales.rules.ts'
import type { Script } from '@kaimai/contract/live/show.rules.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Metering } from '../live-hours/live-hours.service.ts'
import type { MoneyStore } from './money.store.ts'
import type { FigureLive, ShopStore } from './shop.store.ts'

export interface StageDeps {
  readonly clock: Clock
  readonly money: Pick<MoneyStore, 'stage'>
  readonly shop: Pick<ShopStore, 'products'>
  readonly metering: Pick<Metering, 'playedScript'>
}

/** So long after the end of a live what its script showed is written as facts for sure. */
const writtenAfterMs = 10 * 60_000

const endMsOf = ({ endAt, cancelledAt }: FigureLive): number =>
  Math.min(endAt.getTime(), cancelledAt?.getTime() ?? Infinity)

/** What stands until something of the same kind takes its place, or its time is over. */
const itemsOf = (script: Script): StageItem[] =>
  script.flatMap((item, at): StageItem[] => {
    const fromSecond = Math.floor(item.atMs / 1000)
    if (item.kind === 'poll')
      return [{ kind: 'poll', text: item.question, fromSecond, untilSecond: fromSecond + item.seconds }]
    if (item.kind === 'giveaway')
      return [{ kind: 'giveaway', text: item.prize, fromSecond, untilSecond: fromSecond + item.seconds }]
    if (item.kind !== 'callToAction') return []
    const next = script.slice(at + 1).find(({ kind }) => kind === 'callToAction' || kind === 'endCallToAction')
    return [
      {
        kind: 'callToAction',
        text: item.text,
        fromSecond,
        untilSecond: next === undefined ? null : Math.floor(next.atMs / 1000),
      },
    ]
  })

/** What stood on the stage of a live, as far as it has come. */
export const createStage = ({ clock, money, shop, metering }: StageDeps) => {
  const played = async (firmId: string, live: FigureLive): Promise<Script> => {
    const passedMs = Math.min(clock.ms(), endMsOf(live)) - live.beginAt.getTime()
    return (await metering.playedScript(firmId, live.id)).filter(({ atMs }) => atMs <= passedMs)
  }

  /** Of a live that is not long over the script's part is read from the script: nobody writes it while it plays. */
  const moments = async (firmId: string, live: FigureLive): Promise<StageMoment[]> => {
    const written = await money.stage(firmId, live.id)
    if (clock.ms() > endMsOf(live) + writtenAfterMs) return written
    const scripted = (await played(firmId, live)).flatMap((item): StageMoment[] =>
      item.kind === 'showProduct' || item.kind === 'hideProduct'
        ? [
            {
              kind: item.kind === 'showProduct' ? 'shown' : 'hidden',
              offsetMs: item.atMs,
              productId: item.productId,
            },
          ]
        : [],
    )
    // For some minutes both say the same.
    const each = new Map(
      [...scripted, ...written].map((moment) => [`${moment.kind} ${moment.offsetMs} ${moment.productId}`, moment]),
    )
    return [...each.values()]
  }

  return {
    moments,

    /** Products, calls to action, polls and giveaways, in the order in which they began. */
    items: async (firmId: string, live: FigureLive): Promise<StageItem[]> => {
      const showings = showingsOf(await moments(firmId, live))
      const names = await shop.products(
        firmId,
        showings.map(({ productId }) => productId),
      )
      const products = showings.map(
        ({ productId, fromSecond, untilSecond }): StageItem => ({
          kind: 'product',
          text: names.get(productId)?.productName ?? '',
          fromSecond,
          untilSecond,
        }),
      )
      return [...products, ...itemsOf(await played(firmId, live))].toSorted((a, b) => a.fromSecond - b.fromSecond)
    },
  }
}
export type Stage = ReturnType<typeof createStage>
