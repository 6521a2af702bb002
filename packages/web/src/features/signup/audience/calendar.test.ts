import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldLine, googleCalendarUrl, icsOf, lineShareUrl } from './calendar.ts'

const entry = {
  id: 'live@shop.example',
  title: '秋窯開窯夜，霧白與青瓷；只燒這一窯',
  text: '你的專屬入口\nhttps://live.example/stream/8Qf2kT/key',
  url: 'https://live.example/stream/8Qf2kT/key',
  beginMs: Date.parse('2026-11-21T12:00:00.000Z'),
  endMs: Date.parse('2026-11-21T13:30:00.000Z'),
}

describe('the calendar', () => {
  test('SU-27 an .ics file holds the session, the link and a reminder', () => {
    const ics = icsOf(entry, Date.parse('2026-11-20T00:00:00.000Z')).replaceAll('\r\n ', '')
    const lines = ics.split('\r\n')
    expect(lines).toContain('DTSTART:20261121T120000Z')
    expect(lines).toContain('DTEND:20261121T133000Z')
    expect(lines).toContain('TRIGGER:-PT10M')
    expect(lines).toContain(`DESCRIPTION:你的專屬入口\\n${entry.url}`)
    expect(lines[0]).toBe('BEGIN:VCALENDAR')
    expect(ics.endsWith('END:VCALENDAR\r\n')).toBe(true)
  })

  test('SU-27 no line is longer than 75 octets, and folding loses nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        const line = text.replace(/[\r\n]/g, '')
        const folded = foldLine(line)
        for (const part of folded.split('\r\n')) expect(new TextEncoder().encode(part).length).toBeLessThanOrEqual(75)
        expect(folded.replaceAll('\r\n ', '')).toBe(line)
      }),
    )
  })

  test('SU-27 Google and LINE get the same words', () => {
    const google = new URL(googleCalendarUrl(entry))
    expect(google.searchParams.get('dates')).toBe('20261121T120000Z/20261121T133000Z')
    expect(google.searchParams.get('text')).toBe(entry.title)
    expect(new URL(lineShareUrl('a b+c')).searchParams.get('text')).toBe('a b+c')
    expect(lineShareUrl('a b')).toContain('a%20b')
  })
})
