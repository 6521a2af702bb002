import type { Language } from '../common/language.ts'

const knownZone = (timeZone: string): string => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch {
    return 'Asia/Taipei'
  }
}

const minuteMs = 60_000
const minutesOfDay = 24 * 60

/**
 * How long something is away, in its two largest units: 2 天 3 小時, or 2 days 3 hours. From a day on it is rounded to the
 * hour, below to the minute; empty where it has begun, and for what is no number.
 */
export const countdownText = (ms: number, language: Language): string => {
  if (!(ms > 0)) return ''
  const exact = Math.max(1, Math.round(ms / minuteMs))
  const minutes = exact < minutesOfDay ? exact : Math.round(ms / (60 * minuteMs)) * 60
  const parts = [
    ['day', Math.floor(minutes / minutesOfDay)],
    ['hour', Math.floor(minutes / 60) % 24],
    ['minute', minutes % 60],
  ] as const
  return parts
    .filter(([, count]) => count > 0)
    .map(([unit, count]) => new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count))
    .join(' ')
}

/**
 * A moment as a letter says it: 2026年11月21日（六）20:00, or Sat, Nov 21, 2026, 20:00. The zone stands with it where it
 * is not Taipei's; a zone that nobody knows is Taipei's.
 */
export const letterTime = (ms: number, timeZone: string, language: Language): string => {
  const zone = knownZone(timeZone)
  const format = new Intl.DateTimeFormat(language, {
    timeZone: zone,
    year: 'numeric',
    month: language === 'en' ? 'short' : 'numeric',
    day: 'numeric',
    weekday: language === 'en' ? 'short' : 'narrow',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const part = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, value]))
  const time = `${part['hour']}:${part['minute']}`
  if (language === 'en') {
    const text = `${part['weekday']}, ${part['month']} ${part['day']}, ${part['year']}, ${time}`
    return `${text} (${zone === 'Asia/Taipei' ? 'Taipei time' : zone})`
  }
  const text = `${part['year']}年${part['month']}月${part['day']}日（${part['weekday']}）${time}`
  return zone === 'Asia/Taipei' ? text : `${text}（${zone}）`
}
