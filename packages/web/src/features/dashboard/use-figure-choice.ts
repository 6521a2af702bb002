import { isDay, taipeiDay } from '@kaimai/contract/common/taipei.ts'
import { figureDaysDefault } from '@kaimai/contract/figure/figure-grid.rules.ts'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { FigureChoice } from './figures.api.ts'

const dayMs = 86_400_000
/** Minutes from which on a person has stayed, as they can be chosen. */
export const stayChoices = [1, 5, 10, 30] as const
const stayDefault = 5
const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/** Which live or days the figures are of; it stands in the address. */
export const useFigureChoice = () => {
  const [params, setParams] = useSearchParams()
  const [now] = useState(() => Date.now())
  const today = taipeiDay(now)
  const dayIn = (name: string, otherwise: string): string => {
    const day = params.get(name) ?? ''
    return isDay(day) ? day : otherwise
  }
  const live = params.get('live') ?? ''
  const choice: FigureChoice = {
    live: isId(live) ? live : '',
    from: dayIn('from', taipeiDay(now - (figureDaysDefault - 1) * dayMs)),
    to: dayIn('to', today),
    withSimulated: params.get('simulated') === '1',
    association: (params.get('association') ?? '').slice(0, 64),
    stayed: stayChoices.find((minutes) => String(minutes) === params.get('stayed')) ?? stayDefault,
  }
  const other = params.get('compare') ?? ''
  return {
    choice,
    /** The live to stand beside the chosen one; '': none. */
    other: isId(other) && choice.live !== '' && other !== choice.live ? other : '',
    today,
    dayAgo: (days: number): string => taipeiDay(now - days * dayMs),
    choose: (name: 'live' | 'compare' | 'association' | 'from' | 'to' | 'simulated' | 'stayed', value: string) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before)
          if (value === '') next.delete(name)
          else next.set(name, value)
          return next
        },
        { replace: true },
      ),
  }
}
