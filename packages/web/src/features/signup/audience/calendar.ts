/** What goes into a calendar. Instants in epoch ms. */
export interface CalendarEntry {
  /** The same for the same session, so that adding it twice makes one entry. */
  readonly id: string
  readonly title: string
  readonly text: string
  /** The personal link. */
  readonly url: string
  readonly beginMs: number
  readonly endMs: number
}

/** 20261121T120000Z */
const stamp = (ms: number): string =>
  new Date(ms)
    .toISOString()
    .replace(/[-:]/g, '')
    .replace(/\.\d{3}/, '')

const escaped = (text: string): string => text.replace(/[\\;,]/g, (char) => `\\${char}`).replace(/\r?\n/g, '\\n')

/** Lines of at most 75 octets (RFC 5545, 3.1), never broken inside a character. */
export const foldLine = (line: string): string => {
  const encoder = new TextEncoder()
  const lines: string[] = []
  let current = ''
  let octets = 0
  for (const char of line) {
    const size = encoder.encode(char).length
    if (octets + size > 75) {
      lines.push(current)
      current = ' '
      octets = 1
    }
    current += char
    octets += size
  }
  return [...lines, current].join('\r\n')
}

const remindMinutes = 10

/** The text of an .ics file with a reminder ten minutes before. */
export const icsOf = (entry: CalendarEntry, nowMs: number): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Kaimai//Sign-up//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${entry.id}`,
    `DTSTAMP:${stamp(nowMs)}`,
    `DTSTART:${stamp(entry.beginMs)}`,
    `DTEND:${stamp(entry.endMs)}`,
    `SUMMARY:${escaped(entry.title)}`,
    `DESCRIPTION:${escaped(entry.text)}`,
    `URL:${entry.url}`,
    `LOCATION:${escaped(entry.url)}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(entry.title)}`,
    `TRIGGER:-PT${remindMinutes}M`,
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(foldLine)
    .join('\r\n')

/** Google's page that adds the entry. */
export const googleCalendarUrl = (entry: CalendarEntry): string =>
  `https://calendar.google.com/calendar/render?${new URLSearchParams({
    action: 'TEMPLATE',
    text: entry.title,
    dates: `${stamp(entry.beginMs)}/${stamp(entry.endMs)}`,
    details: entry.text,
    location: entry.url,
  })}`

/** LINE's page (or app) that sends a text to somebody, or keeps it. */
export const lineShareUrl = (text: string): string => `https://line.me/R/share?text=${encodeURIComponent(text)}`
