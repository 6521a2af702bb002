import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Appointment, googleCalendarUrl, icsOf } from './calendar-links.ts'

const appointment: Appointment = {
  title: '秋窯開窯夜；霧白, 青瓷',
  beginAtMs: Date.UTC(2026, 10, 21, 12),
  endAtMs: Date.UTC(2026, 10, 21, 13, 30),
  url: 'https://shop.example/stream/abcdef/key',
  uid: 'abcdef@kaimai',
  nowMs: Date.UTC(2026, 10, 20),
}

test('AUDIENCE-2 The appointment says when, what and where, and reminds', () => {
  const lines = icsOf(appointment).replaceAll('\r\n ', '').split('\r\n')
  expect(lines).toEqual(
    expect.arrayContaining([
      'UID:abcdef@kaimai',
      'DTSTART:20261121T120000Z',
      'DTEND:20261121T133000Z',
      'SUMMARY:秋窯開窯夜；霧白\\, 青瓷',
      'URL:https://shop.example/stream/abcdef/key',
      'TRIGGER:-PT10M',
    ]),
  )
  const url = new URL(googleCalendarUrl(appointment))
  expect(url.searchParams.get('dates')).toBe('20261121T120000Z/20261121T133000Z')
  expect(url.searchParams.get('text')).toBe(appointment.title)
})

test('AUDIENCE-3 No line of the file is longer than 75 bytes, whatever the title', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (title) => {
      for (const line of icsOf({ ...appointment, title }).split('\r\n')) {
        expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
      }
    }),
  )
})
