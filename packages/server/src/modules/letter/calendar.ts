/** Text of an iCalendar value: commas, semicolons, line ends and backslashes are escaped (RFC 5545, 3.3.11). */
const escaped = (text: string): string => text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r\n?|\n/g, '\\n')

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

/** One session as an .ics file; `uid` makes a second letter of the same session replace the first entry. */
export const calendarOf = (session: {
  uid: string
  title: string
  beginAtMs: number
  endAtMs: number
  url: string
  nowMs: number
}): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Kaimai//Kaimai//ZH',
    'BEGIN:VEVENT',
    `UID:${escaped(session.uid)}`,
    `DTSTAMP:${stamp(session.nowMs)}`,
    `DTSTART:${stamp(session.beginAtMs)}`,
    `DTEND:${stamp(session.endAtMs)}`,
    `SUMMARY:${escaped(session.title)}`,
    `URL:${session.url}`,
    `DESCRIPTION:${escaped(session.url)}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(session.title)}`,
    'TRIGGER:-PT10M',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n')
