/** How a workbook shows a number as a time without a day. */
export interface TimeFormat {
  readonly hours: boolean
  readonly seconds: boolean
  /** Minutes, or seconds, are counted beyond sixty. */
  readonly elapsed: 'minutes' | 'seconds' | undefined
}

/** Those that workbooks know by number, the Chinese ones of 時 and 分 among them. */
const builtIn: Readonly<Record<number, string>> = {
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  32: 'h:mm',
  33: 'h:mm:ss',
  34: 'h:mm AM/PM',
  35: 'h:mm:ss AM/PM',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
}

const halfDay = /am\/pm|a\/p|上午\/下午/i

/** What a format's code says; undefined: it shows no time, or a day beside it. */
export const timeFormatOf = (id: number, code: string | undefined): TimeFormat | undefined => {
  const [first = ''] = (builtIn[id] ?? code ?? '')
    .replaceAll(/"[^"]*"|\\.|[_*]./g, '')
    .replaceAll(/\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi, '')
    .split(';')
  // 12:01:23 AM is 0:01:23: films know no afternoon.
  const signs = first.replace(halfDay, '').toLowerCase()
  const isTime = /[hs]|\[m+\]/.test(signs) && !/[a-gi-ln-rt-z]|m{3,}/.test(signs)
  if (!isTime) return undefined
  return {
    hours: signs.includes('h'),
    seconds: signs.includes('s'),
    elapsed: /\[m+\]/.test(signs) ? 'minutes' : /\[s+\]/.test(signs) ? 'seconds' : undefined,
  }
}

/** What is to be known of a cell beside what it shows: a time without its seconds, or without the hours that it has. */
export type CellMark = 'hoursMinutes' | 'withoutHours'

export interface ShownTime {
  readonly text: string
  readonly mark?: CellMark
}

const dayMs = 86_400_000
/** A number of so many days is a moment whose day the format leaves out. */
const daysMax = 1000
const two = (value: number): string => String(value).padStart(2, '0')
const fraction = (ms: number): string =>
  ms % 1000 === 0 ? '' : `.${String(ms % 1000).padStart(3, '0')}`.replace(/0+$/, '')

/** The time that a number is (1 is a day) as its format shows it; undefined: it is none. */
export const shownTime = (value: number, format: TimeFormat): ShownTime | undefined => {
  // A millisecond is far more than what a part of a day to ten places is off.
  const ms = Math.round(value * dayMs)
  if (!(ms >= 0 && ms < daysMax * dayMs)) return undefined
  const [allSeconds, allMinutes, allHours] = [
    Math.floor(ms / 1000),
    Math.floor(ms / 60_000),
    Math.floor(ms / 3_600_000),
  ]
  const [seconds, minutes] = [two(allSeconds % 60), two(allMinutes % 60)]
  if (format.hours && !format.seconds && ms % 60_000 === 0)
    return { text: `${allHours}:${minutes}`, mark: 'hoursMinutes' }
  if (format.elapsed === 'minutes') return { text: `${two(allMinutes)}:${seconds}${fraction(ms)}` }
  if (format.elapsed === 'seconds') return { text: `${allSeconds}${fraction(ms)}` }
  const whole = { text: `${allHours}:${minutes}:${seconds}${fraction(ms)}` }
  if (format.hours) return whole
  return allHours === 0 ? { text: `${minutes}:${seconds}${fraction(ms)}` } : { ...whole, mark: 'withoutHours' }
}
