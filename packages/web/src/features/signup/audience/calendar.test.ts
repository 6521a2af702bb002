import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { googleCalendarUrl, icsOf } from '../../../lib/audience/calendar-links.ts'
import { calendarEntryOf } from './calendar-entry.ts'
import type { Session } from './page-data.ts'
import { lineShareUrl } from './done-view.tsx'

const session: Session = {
  key: 'live',
  liveId: 'live',
  seriesId: null,
  title: '霧白與青瓷',
  beginAt: '2026-11-21T12:00:00.000Z',
  endAt: '2026-11-21T13:30:00.000Z',
  left: null,
  state: 'open',
}
const entryOf = (signupTitle: string) =>
  calendarEntryOf(
    {
      signupTitle,
      firm: {
        name: '器日',
        imgUrl: '',
        contactLink: '',
        legalName: '',
        taxId: '',
        legalAddress: '',
        legalPhone: '',
      },
    },
    session,
    { path: '/stream/8Qf2kT/key', linkWords: '你的專屬入口', nowMs: Date.parse('2026-11-20T00:00:00.000Z') },
  )
const url = 'https://live.example/stream/8Qf2kT/key'

beforeAll(() => void vi.stubGlobal('location', new URL('https://live.example/f/kiln')))
afterAll(() => void vi.unstubAllGlobals())

describe('the calendar', () => {
  test('SIGNUP-67 An .ics file holds the session, the link and a reminder', () => {
    const ics = icsOf(entryOf('秋窯開窯夜，霧白與青瓷；只燒這一窯')).replaceAll('\r\n ', '')
    const lines = ics.split('\r\n')
    expect(lines).toContain('UID:live@live.example')
    expect(lines).toContain('DTSTART:20261121T120000Z')
    expect(lines).toContain('DTEND:20261121T133000Z')
    expect(lines).toContain('TRIGGER:-PT10M')
    expect(lines).toContain(`DESCRIPTION:霧白與青瓷\\n你的專屬入口\\n${url}`)
    expect(lines).toContain(`LOCATION:${url}`)
    expect(lines[0]).toBe('BEGIN:VCALENDAR')
    expect(ics.endsWith('END:VCALENDAR\r\n')).toBe(true)
  })

  test('SIGNUP-68 No line is longer than 75 octets, and folding loses nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        const title = text.replace(/[\r\n]/g, '')
        const ics = icsOf(entryOf(title))
        for (const part of ics.split('\r\n')) expect(new TextEncoder().encode(part).length).toBeLessThanOrEqual(75)
        const escaped = title.replace(/[\\;,]/g, (sign) => `\\${sign}`)
        expect(ics.replaceAll('\r\n ', '').split('\r\n')).toContain(`SUMMARY:${escaped}｜器日`)
      }),
    )
  })

  test('SIGNUP-69 Google and LINE get the same words', () => {
    const entry = entryOf('秋窯開窯夜')
    const google = new URL(googleCalendarUrl(entry))
    expect(google.searchParams.get('dates')).toBe('20261121T120000Z/20261121T133000Z')
    expect(google.searchParams.get('text')).toBe('秋窯開窯夜｜器日')
    expect(google.searchParams.get('details')).toBe(entry.text)
    expect(new URL(lineShareUrl('a b+c')).searchParams.get('text')).toBe('a b+c')
    expect(lineShareUrl('a b')).toContain('a%20b')
  })
})
