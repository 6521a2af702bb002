import type { CalendarEntry } from './letter.tables.ts'

/** Text of an iCalendar value: commas, semicolons, line ends and backslashes are escaped (RFC 5545, 3.3.11). */
const escaped = (text: string): string => text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r\n?|\n/g, '\\n')

/** A value that is no text, a URI for instance, has no line of its own to begin. */
const oneLine = (text: string): string => text.replace(/[\r\n]+/g, ' ')

const stamp = (ms: number): string => new Date(ms).toISOString().replace(/[-:]|\.\d{3}/g, '')

/** Lines of at most 75 bytes, cut between characters (RFC 5545, 3.1). */
const folded = (line: string): string => {
  const parts: string[] = []
  let part = ''
  for (const sign of line) {
    if (Buffer.byteLength(part + sign) > (parts.length === 0 ? 75 : 74)) {
      parts.push(part)
      part = ''
    }
    part += sign
  }
  return [...parts, part].join('\r\n ')
}

export interface SessionEntry extends CalendarEntry {
  readonly title: string
  readonly url: string
  readonly writtenAtMs: number
}

/**
 * One session as an .ics file. The same `uid` with a higher `sequence` replaces the entry that a calendar has already;
 * times are in UTC, which every calendar reads alike.
 */
export const calendarOf = (session: SessionEntry): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Kaimai//Kaimai//ZH',
    `METHOD:${session.cancelled ? 'CANCEL' : 'PUBLISH'}`,
    'BEGIN:VEVENT',
    `UID:${escaped(session.uid)}`,
    `SEQUENCE:${session.sequence}`,
    ...(session.cancelled ? ['STATUS:CANCELLED'] : []),
    `DTSTAMP:${stamp(session.writtenAtMs)}`,
    `DTSTART:${stamp(session.beginAtMs)}`,
    `DTEND:${stamp(session.endAtMs)}`,
    `SUMMARY:${escaped(session.title)}`,
    `URL:${oneLine(session.url)}`,
    `DESCRIPTION:${escaped(session.url)}`,
    ...(session.cancelled
      ? []
      : ['BEGIN:VALARM', 'ACTION:DISPLAY', `DESCRIPTION:${escaped(session.title)}`, 'TRIGGER:-PT10M', 'END:VALARM']),
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n')
