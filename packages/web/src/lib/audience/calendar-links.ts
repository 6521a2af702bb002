/** An appointment for a live. */
export interface Appointment {
  readonly title: string
  /** Epoch ms. */
  readonly beginAtMs: number
  readonly endAtMs: number
  readonly url: string
  /** The description; the URL alone unless given. */
  readonly text?: string
  /** The same for the same live: a second import replaces the first. */
  readonly uid: string
  readonly nowMs: number
}

const stamp = (ms: number): string => new Date(ms).toISOString().replace(/[-:]|\.\d{3}/g, '')

/** Text of an iCalendar value (RFC 5545, 3.3.11). */
const escaped = (text: string): string => text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r?\n/g, '\\n')

const utf8 = new TextEncoder()

/** Lines of at most 75 bytes, cut between characters (RFC 5545, 3.1). */
const folded = (line: string): string => {
  const parts: string[] = []
  let part = ''
  for (const sign of line) {
    if (utf8.encode(part + sign).length > (parts.length === 0 ? 75 : 74)) {
      parts.push(part)
      part = ''
    }
    part += sign
  }
  return [...parts, part].join('\r\n ')
}

/** An .ics file that reminds ten minutes before. */
export const icsOf = ({ title, beginAtMs, endAtMs, url, text = url, uid, nowMs }: Appointment): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Kaimai//Kaimai//ZH',
    'BEGIN:VEVENT',
    `UID:${escaped(uid)}`,
    `DTSTAMP:${stamp(nowMs)}`,
    `DTSTART:${stamp(beginAtMs)}`,
    `DTEND:${stamp(endAtMs)}`,
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(text)}`,
    `URL:${url}`,
    `LOCATION:${escaped(url)}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(title)}`,
    'TRIGGER:-PT10M',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n')

/** Opens the appointment in Google Calendar: works where a page may hand over no file. */
export const googleCalendarUrl = ({ title, beginAtMs, endAtMs, url, text = url }: Appointment): string =>
  `https://calendar.google.com/calendar/render?${new URLSearchParams({
    action: 'TEMPLATE',
    text: title,
    dates: `${stamp(beginAtMs)}/${stamp(endAtMs)}`,
    details: text,
    location: url,
  })}`
