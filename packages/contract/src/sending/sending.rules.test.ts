import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  collectPeople,
  linesOfList,
  listLine,
  marketingTime,
  peopleOfLine,
  type SendingChannel,
} from './sending.rules.ts'

const listOf = (text: string, channel: SendingChannel = 'email') =>
  collectPeople(linesOfList(text).map((line) => peopleOfLine(line, channel)))

test('SENDING-510 Spellings of one mail box are one person (letters.md 21)', () => {
  const text = [
    'Mei@Example.test',
    'mei@example.TEST',
    ' mei@example.test.',
    'ｍｅｉ@example.test',
    'mei＠example.test',
    'mei@例子.test',
    'mei@xn--fsqu00a.test',
    // As programs put them onto the clipboard: with marks of direction, without width, as a link.
    '\u202amei@example.test\u202c',
    '\u2068mei@exa\u200bmple.test\u2069',
    'mailto:mei@example.test',
    '\ufeffMailto: mei@例子.test',
  ].join('\n')
  const { lines, people, dropped } = listOf(text)
  expect(people.map(({ to }) => to)).toEqual(['mei@example.test', 'mei@xn--fsqu00a.test'])
  expect([lines, dropped.duplicate]).toEqual([11, 9])
})

test('SENDING-511 A line is an address alone or beside a name, however they are put together', () => {
  const text = '林小美, mei@example.test\r\nlin@example.test\t林先生\n"Chen" <chen@example.test>\n\n  \nwu@example.test'
  expect(listOf(text)).toEqual({
    lines: 4,
    people: [
      { to: 'mei@example.test', name: '林小美' },
      { to: 'lin@example.test', name: '林先生' },
      { to: 'chen@example.test', name: 'Chen' },
      { to: 'wu@example.test', name: '' },
    ],
    dropped: { noAddress: 0, invalid: 0, duplicate: 0, blocked: 0, optedOut: 0, bounced: 0 },
  })
})

test('SENDING-512 100,000 lines, three in ten of them rubbish, are counted by reason', () => {
  const lines = Array.from({ length: 100_000 }, (_, i) => {
    if (i % 10 === 0) return '電話 0912345678'
    if (i % 10 === 1) return 'wrong@'
    return i % 10 === 2 ? 'same@example.test' : `p${i}@example.test`
  })
  const { people, dropped } = listOf(lines.join('\n'))
  expect(people).toHaveLength(70_001)
  expect(dropped).toMatchObject({ noAddress: 10_000, invalid: 10_000, duplicate: 9_999 })
})

test('SENDING-513 Every line is a person or is counted as dropped, whatever was pasted', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.emailAddress())), (pasted) => {
      const { lines, people, dropped } = listOf(pasted.join('\n'))
      const lost = Object.values(dropped).reduce((sum, count) => sum + count, 0)
      expect(people.length + lost).toBe(lines)
      expect(new Set(people.map(({ to }) => to)).size).toBe(people.length)
    }),
  )
})

test('SENDING-514 Marketing leaves at once or at the next 09:00 in Taipei (letters.md 8)', () => {
  const leaves = (at: string) => new Date(marketingTime(Date.parse(at))).toISOString()
  expect(leaves('2026-12-05T12:59:59Z')).toBe('2026-12-05T12:59:59.000Z')
  expect(leaves('2026-12-05T13:00:00Z')).toBe('2026-12-06T01:00:00.000Z')
  expect(leaves('2026-12-05T16:30:00Z')).toBe('2026-12-06T01:00:00.000Z')
  expect(leaves('2026-12-06T00:59:59Z')).toBe('2026-12-06T01:00:00.000Z')
  expect(leaves('2026-12-06T01:00:00Z')).toBe('2026-12-06T01:00:00.000Z')
})

test('SENDING-305 Whenever marketing is ready, it leaves outside the quiet hours, as soon as it may, and never before (letters.md 8)', () => {
  const moments = fc.date({
    min: new Date('2020-01-01T00:00:00Z'),
    max: new Date('2030-01-01T00:00:00Z'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(moments, (moment) => {
      const leaves = marketingTime(moment.getTime())
      const hourAt = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO('Asia/Taipei').hour
      const isQuiet = (ms: number) => hourAt(ms) >= 21 || hourAt(ms) < 9
      expect(isQuiet(leaves)).toBe(false)
      if (!isQuiet(moment.getTime())) expect(leaves).toBe(moment.getTime())
      else {
        expect(leaves).toBeGreaterThan(moment.getTime())
        expect(isQuiet(leaves - 1)).toBe(true)
        expect(leaves - moment.getTime()).toBeLessThanOrEqual(12 * 3_600_000)
      }
    }),
    { numRuns: 1_000 },
  )
})

test('SENDING-205 Each row of a file is one line of the list, whatever its cells hold, and an address beside its name and language is that person', () => {
  const cells = fc.record({
    address: fc.oneof(fc.string(), fc.emailAddress()),
    name: fc.string(),
    language: fc.string(),
  })
  fc.assert(
    fc.property(fc.array(cells), (rows) => {
      const { lines, people, dropped } = listOf(rows.map(listLine).join('\n'))
      const lost = Object.values(dropped).reduce((sum, count) => sum + count, 0)
      expect(lines).toBeLessThanOrEqual(rows.length)
      expect(people.length + lost).toBe(lines)
    }),
  )
  const line = listLine({ address: 'mei@example.test', name: '林, 小美', language: 'English' })
  expect(listOf(line).people).toEqual([{ to: 'mei@example.test', name: '林 小美', language: 'en' }])
  expect(listOf('mei@example.test\t\t中文').people).toEqual([{ to: 'mei@example.test', name: '', language: 'zh-TW' }])
  expect(listOf('mei@example.test, en').people).toEqual([{ to: 'mei@example.test', name: 'en' }])
})

test('SENDING-206 A list for text messages is read by mobile numbers, however they are typed, and landlines are no address', () => {
  const text = [
    '0912-345-678',
    '林小美, +886 912 345 678',
    '阿德\t02-2345-6789\t0922333444',
    '王, 912345679, English',
    '02-2345-6789',
    'mei@example.test',
    '+81 90 1234 5678',
  ].join('\n')
  const { people, dropped } = listOf(text, 'sms')
  expect(people).toEqual([
    { to: '+886912345678', name: '林小美' },
    { to: '+886922333444', name: '阿德' },
    { to: '+886912345679', name: '王', language: 'en' },
  ])
  expect(dropped).toMatchObject({ duplicate: 1, invalid: 2, noAddress: 1 })
})

test('SENDING-730 A line that a mail program copied holds several people, each with the name whose brackets hold the address', () => {
  const copied = '"林小美" <mei@example.test>; 阿德 <de@example.test>，wu@example.test、x@'
  expect(listOf(copied)).toEqual({
    lines: 4,
    people: [
      { to: 'mei@example.test', name: '林小美' },
      { to: 'de@example.test', name: '阿德' },
      { to: 'wu@example.test', name: '' },
    ],
    dropped: { noAddress: 0, invalid: 1, duplicate: 0, blocked: 0, optedOut: 0, bounced: 0 },
  })
  // Whose name a word between two addresses is nobody can say: it is no one's.
  expect(listOf('mei@example.test,林小美,de@example.test,阿德').people).toEqual([
    { to: 'mei@example.test', name: '' },
    { to: 'de@example.test', name: '' },
  ])
  expect(listOf('0912345678、0922-333-444', 'sms').people.map(({ to }) => to)).toEqual([
    '+886912345678',
    '+886922333444',
  ])
  // A row of a sheet is one person, whatever else stands in it.
  expect(listOf('林小美\tmei@example.test\tde@example.test').people).toEqual([
    { to: 'mei@example.test', name: '林小美' },
  ])
})

test('SENDING-731 Names are kept without what nobody sees, lines of a word processor are lines, and one of invisible characters is none', () => {
  const text =
    '\u200e林\u200b小美　Ａ\ufeff, \u202amei@example.test\u202c\u2028de@example.test\vwu@example.test\n\u200b\u3164\n'
  expect(listOf(text)).toMatchObject({
    lines: 3,
    people: [
      { to: 'mei@example.test', name: '林小美 A' },
      { to: 'de@example.test', name: '' },
      { to: 'wu@example.test', name: '' },
    ],
  })
})

test('SENDING-732 Whatever separates addresses and names, every person of a list goes to one address that stands in it', () => {
  const word = fc.constantFrom('林小美', 'mei@example.test', 'de@example.test', 'x@', '0912345678', '<', '>', ' ')
  const separator = fc.constantFrom(',', ';', '、', '\t', '\n', ' ')
  fc.assert(
    fc.property(fc.array(fc.tuple(word, separator), { maxLength: 12 }), (words) => {
      const text = words.flat().join('')
      const { lines, people, dropped } = listOf(text)
      expect(people.length + Object.values(dropped).reduce((sum, count) => sum + count, 0)).toBe(lines)
      for (const { to } of people) expect(text).toContain(to)
      expect(new Set(people.map(({ to }) => to)).size).toBe(people.length)
    }),
  )
})
