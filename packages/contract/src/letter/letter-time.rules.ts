import type { Language } from '../common/language.ts'

const knownZone = (timeZone: string): string => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch {
    return 'Asia/Taipei'
  }
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
