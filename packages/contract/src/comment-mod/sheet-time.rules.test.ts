import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readScriptTime, showScriptTime } from '../live/script-sheet.rules.ts'
import { isDayPart, noteOfSheetTime, readSheetTime } from './sheet-time.rules.ts'
import { readTimecode, showSheetTime } from './timecode.rules.ts'

test('COMMENT-MOD-140 An exported time has its hours: 65:30.0 is 1:05:30.0, and what a spreadsheet makes of that is the same time', () => {
  expect([3930, 83.4, 0, 86_400].map(showSheetTime)).toEqual(['1:05:30.0', '0:01:23.4', '0:00:00.0', '24:00:00.0'])
  expect([3930, 83.456].map(showScriptTime)).toEqual(['1:05:30.0', '0:01:23.456'])
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 864_000 }), (tenths) => {
      const seconds = tenths / 10
      const text = showSheetTime(seconds)
      expect(readTimecode(text)).toBe(seconds)
      // A program may pad the hours, drop a zero tenth, or write it to the hundredth.
      const [whole = '', tenth = ''] = text.split('.')
      for (const saved of [`0${text}`.slice(-10), tenth === '0' ? whole : text, `${text}0`])
        expect(readTimecode(saved)).toBe(seconds)
      expect(readScriptTime(showScriptTime(seconds))).toBe(seconds)
    }),
  )
})

test('COMMENT-MOD-141 Hours past a day are the minutes that a spreadsheet took for hours: 65:30:00 and 3930:00 are 65:30', () => {
  const read = (text: string) => readSheetTime(text, readTimecode)
  expect(['65:30:00', '3930:00', '65:30:00.0'].map(read)).toEqual(
    Array.from({ length: 3 }, () => ({ seconds: 3930, isShifted: true })),
  )
  expect(['1:23', '1:05:30.0', '24:00:00'].map(read)).toEqual(
    [83, 3930, 86_400].map((seconds) => ({ seconds, isShifted: false })),
  )
  expect(['65:30:15', '9999:59:00', '1:75', 'x', ''].map(read)).toEqual(Array.from({ length: 5 }, () => undefined))
})

test('COMMENT-MOD-142 A part of a day without its format is no time of a film: 0.03125 is not 0 seconds', () => {
  for (const text of ['0.03125', '0.0576388889', '2.7291666667', '9e-7']) {
    expect(isDayPart(text), text).toBe(true)
    expect(readSheetTime(text, readTimecode), text).toBeUndefined()
  }
  for (const text of ['83.4', '0.5', '12.345', '83', '1:23.4567']) expect(isDayPart(text), text).toBe(false)
})

test('COMMENT-MOD-143 How a time was understood is said where it isn’t plain, and nowhere else', () => {
  const noteOf = (text: string, shownAs?: 'hoursMinutes' | 'withoutHours', above = '') => {
    const note = noteOfSheetTime({ text, above, shownAs }, readTimecode)
    return note && 'reason' in note ? [note.reason.name, note.values['time']] : note
  }
  expect(noteOf('1:23', 'hoursMinutes')).toEqual(['timeFromHours', '01:23.0'])
  expect(noteOf('65:30:00')).toEqual(['timeFromHours', '65:30.0'])
  expect(noteOf('1:05:30', 'withoutHours')).toEqual(['timeWithHours', '65:30.0'])
  expect(noteOf('05:30.0', undefined, '1:04:10.0')).toEqual(['timeWithoutHours', '05:30.0'])
  for (const plain of [noteOf('1:23'), noteOf('0:01:23.4'), noteOf('05:30.0', undefined, '05:10.0'), noteOf('x')])
    expect(plain).toBeUndefined()
})
