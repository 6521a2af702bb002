import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defused, literal, undefused, withOwnQuote } from './defuse.ts'

/** Each is another text once LibreOffice or Excel has opened and saved the CSV file that holds it plainly. */
const taken = [
  ...['007', '00012', '1E5', '3e-2', '1.50', '1,280', '4711471147114711', '５０％', '50%', 'NT$1,280', '$5', '1 1/2'],
  ...['3/4', '3-4', '2026-11-28', '2026.11.28', '12:30', '0:06:35.1', '12:30 PM', '下午 9:30', '3月4日', '2026年11月'],
  ...['SEP1', 'Mar-4', '4-Mar', 'DEC 25, 2026', 'may 5', 'TRUE', 'false', ' 007 '],
]
/** Words that stand in a file as they are. */
const plain = [
  'A01',
  '碗',
  '7',
  '42',
  '1.5',
  'Mark 12',
  'Mayer',
  '3 碗',
  '+1',
  '+886912345678',
  '12 入',
  'S-M',
  '買 1 送 1',
]

test('SHEET-217 A code, a size or a comment that a spreadsheet program takes for a number or a date has a quote in a CSV file, and no other', () => {
  for (const text of taken) expect(literal(text), text).toBe(`'${text}`)
  for (const text of plain) expect(literal(text), text).toBe(text)
  // Where a column isn't the shop's own words, other programs read the file: what runs nothing stays.
  for (const text of [...taken, ...plain]) expect(defused(text), text).toBe(text)
})

test('SHEET-218 Whatever text is written, plainly, as words of the shop or in a workbook, is what is read', () => {
  const anyText = fc.oneof(
    fc.string(),
    fc.constantFrom(...taken, ...plain, '=1', "'", "'="),
    fc.stringMatching(/^'{0,3}[-0-9=+,.:/]{0,9}$/),
  )
  fc.assert(
    fc.property(anyText, fc.nat(3), (text, quotes) => {
      const whole = "'".repeat(quotes) + text
      for (const write of [literal, defused, withOwnQuote]) expect(undefused(write(whole))).toBe(whole)
    }),
  )
})
