import type { SeriesInfo } from '@kaimai/contract/signup/signup-parts.ts'
import { useFormat, useLanguage, useText } from '../../lib/i18n/use-text.tsx'

type Rule = SeriesInfo['rule']

/** The names of the week, Sunday first. */
export const weekdaysIn = (language: string, width: 'short' | 'long'): string[] => {
  const format = new Intl.DateTimeFormat(language, { weekday: width, timeZone: 'UTC' })
  // 7 January 2024 was a Sunday.
  return Array.from({ length: 7 }, (_, day) => format.format(Date.UTC(2024, 0, 7 + day)))
}

/** A rule as one says it: 「每週三、週六 20:00」. */
export const useRuleLabels = () => {
  const t = useText('signup')
  const f = useFormat()
  const language = useLanguage()
  return (rule: Rule): string => {
    if (rule.kind === 'justInTime') {
      const { everyMinutes, opensAt, closesAt } = rule
      return t('series.everyWords', { minutes: everyMinutes, opensAt, closesAt })
    }
    const names = weekdaysIn(language, 'short')
    const firstDay = (at: string) => Math.min(...rule.times.filter((time) => time.at === at).map(({ day }) => day))
    const times = [...new Set(rule.times.map(({ at }) => at))].toSorted((a, b) => firstDay(a) - firstDay(b))
    const parts = times.map((at) => {
      const days = rule.times
        .filter((time) => time.at === at)
        .map(({ day }) => day)
        .toSorted((a, b) => a - b)
      const isDaily = new Set(days).size === 7
      return `${isDaily ? t('series.daily') : f.list([...new Set(days)].map((day) => names[day] ?? ''))} ${at}`
    })
    return t('series.weeklyWords', { times: parts.join(t('series.and')) })
  }
}
