import { dayInTaipei, taipeiDay } from '@kaimai/contract/common/taipei.ts'
import { daysFrom } from '@kaimai/contract/figure/figure-grid.rules.ts'
import type { LiveRow } from '@kaimai/contract/live/live.routes.ts'
import type { FigureChoice } from './figures.api.ts'

const dayMs = 86_400_000
type Begun = Pick<LiveRow, 'id' | 'beginAt' | 'status'>

/** What a choice is compared with: the live that began last before it and is over, or as many days before; undefined: nothing. */
export const choiceBefore = (choice: FigureChoice, lives: readonly Begun[]): FigureChoice | undefined => {
  const compared = { ...choice, withSimulated: false, association: '' }
  if (choice.live === '') {
    if (choice.from > choice.to) return undefined
    const ago = (day: string, days: number) => taipeiDay(dayInTaipei(day).fromMs - days * dayMs)
    const count = daysFrom(choice.from, choice.to).length
    return { ...compared, from: ago(choice.from, count), to: ago(choice.from, 1) }
  }
  const chosen = lives.find(({ id }) => id === choice.live)
  if (chosen === undefined) return undefined
  const earlier = lives.filter(({ status, beginAt }) => status === 'ended' && beginAt < chosen.beginAt)
  const last = earlier.toSorted((a, b) => (a.beginAt < b.beginAt ? 1 : -1))[0]
  return last && { ...compared, live: last.id }
}
