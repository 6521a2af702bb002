import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodedField, headFields } from '../../../test/mail-server.ts'
import type { MailLetter } from './mail.ts'
import { MimeError, mimeLetter } from './mime-letter.ts'

const sender = { from: 'letters@kaimai.example', messageId: 'one@kaimai.example', date: new Date(0) }
const letter = (more: Partial<MailLetter> = {}): MailLetter => ({
  id: 'one',
  to: 'wang@example.tw',
  fromName: '小明的店',
  subject: '直播即將開始',
  html: '<p>您好</p>',
  text: '您好',
  ...more,
})

interface Part {
  readonly fields: ReadonlyMap<string, string>
  readonly raw: string
}
const partOf = (raw: string): Part => ({ fields: new Map(headFields(raw)), raw })
const bodyOf = ({ raw }: Part): string => raw.slice(raw.indexOf('\r\n\r\n') + 4)
const typeOf = ({ fields }: Part): string => fields.get('content-type') ?? ''

/** The parts of a message that hold no parts, in their order, as the boundaries that it names part them. */
const leaves = (part: Part): Part[] => {
  const boundary = /boundary="(.*?)"/.exec(typeOf(part))?.[1]
  if (boundary === undefined) return [part]
  const [, ...pieces] = `\r\n${bodyOf(part)}`.split(`\r\n--${boundary}`)
  expect(pieces.at(-1)).toMatch(/^--\s*$/)
  return pieces.slice(0, -1).flatMap((piece) => leaves(partOf(piece.replace(/^\r\n/, ''))))
}
const contentOf = (part: Part): Buffer => {
  expect(part.fields.get('content-transfer-encoding')).toBe('base64')
  return Buffer.from(bodyOf(part), 'base64')
}

/** The name of a file as RFC 2231 has it, or plain. */
const fileNameOf = (part: Part): string => {
  const disposition = part.fields.get('content-disposition') ?? ''
  const plain = /filename="(.*)"/.exec(disposition)?.[1]
  if (plain !== undefined) return plain
  const pieces = [...disposition.matchAll(/filename\*(?:(\d+)\*)?=([^;\s]+)/g)]
  expect(pieces.map(([, at]) => at)).toEqual(pieces.length === 1 ? [undefined] : pieces.map((_, at) => String(at)))
  return decodeURIComponent(
    pieces
      .map(([, , text]) => text)
      .join('')
      .replace(/^utf-8''/, ''),
  )
}
const nameOf = (from: string): string => {
  const phrase = from.replace(/ ?<[^<]*>$/, '')
  return /^".*"$/.test(phrase) ? phrase.slice(1, -1).replace(/\\(.)/g, '$1') : decodedField(phrase)
}

const oneLine = (text: string): string => text.replace(/[\r\n]+/g, ' ')
const inCrlf = (text: string): string => text.replace(/\r\n|\r|\n/g, '\r\n')

/** Of all scripts and lengths, with emoji that are several characters, and what headers and encoded words are made of. */
const words = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'binary' }).map((text) => text.toWellFormed()),
      fc.constantFrom(
        '👨‍👩‍👧‍👦',
        '𠮷野家',
        '𪚥𱁬',
        'שלום',
        'مرحبا',
        '‮abc',
        'é',
        '=?UTF-8?B?eA==?=',
        '"\\',
        '  ',
        '\r\nBcc: x@y.z',
        '\n.\r\n',
        '<a@b.c>',
        'x'.repeat(90),
        '播'.repeat(40),
        ' word'.repeat(30),
        "'%;",
      ),
    ),
    { maxLength: 5 },
  )
  .map((parts) => parts.join(''))

test('PORTS-87 Whatever names, subjects, texts and file names hold, they are read as they were written, and no line is longer than mail servers take', () => {
  fc.assert(
    fc.property(
      fc.record({ fromName: words, subject: words, text: words, html: words, fileName: words, note: words }),
      fc.uint8Array({ maxLength: 300 }),
      fc.boolean(),
      ({ fileName, note, ...parts }, bytes, hasFile) => {
        const attachments = hasFile ? [{ fileName, contentType: 'text/calendar; charset=utf-8', content: bytes }] : []
        const message = mimeLetter(letter({ ...parts, attachments, headers: { 'X-Note': note } }), sender)
        for (const line of message.split('\r\n')) expect(line).toMatch(/^[ -~]{0,998}$/)
        expect(message.endsWith('\r\n')).toBe(true)
        const whole = partOf(message)
        expect(headFields(message).map(([name]) => name)).toEqual([
          'from',
          'to',
          'subject',
          'x-note',
          'message-id',
          'date',
          'mime-version',
          'content-type',
        ])
        expect(nameOf(whole.fields.get('from') ?? '')).toBe(oneLine(parts.fromName))
        expect(whole.fields.get('from')).toMatch(/<letters@kaimai\.example>$/)
        expect(decodedField(whole.fields.get('subject') ?? '')).toBe(oneLine(parts.subject))
        expect(decodedField(whole.fields.get('x-note') ?? '')).toBe(oneLine(note))
        const [text, html, file] = leaves(whole)
        expect(text && [typeOf(text), contentOf(text).toString()]).toEqual([
          'text/plain; charset=utf-8',
          inCrlf(parts.text),
        ])
        expect(html && [typeOf(html), contentOf(html).toString()]).toEqual([
          'text/html; charset=utf-8',
          inCrlf(parts.html),
        ])
        expect(file === undefined).toBe(!hasFile)
        if (!file) return
        expect(fileNameOf(file)).toBe(oneLine(fileName))
        expect(contentOf(file)).toEqual(Buffer.from(bytes))
        const nameOfType = /name="(.*)"$/.exec(typeOf(file))?.[1] ?? ''
        expect(decodedField(nameOfType)).toBe(oneLine(fileName))
      },
    ),
    { numRuns: 400 },
  )
})

test('PORTS-88 Each line of a head and of a body is at most 76 characters long, but for an address or a link that is longer', () => {
  const link = `<https://bench.example/unsubscribe/${'x'.repeat(90)}>`
  const message = mimeLetter(
    letter({
      fromName: '很'.repeat(60),
      subject: '播'.repeat(100),
      headers: { 'List-Unsubscribe': link, 'X-Long': 'word '.repeat(60).trim() },
      attachments: [
        { fileName: `${'場'.repeat(50)}.ics`, contentType: 'text/calendar; charset=utf-8', content: '次'.repeat(500) },
      ],
    }),
    sender,
  )
  const long = message.split('\r\n').filter((line) => line.length > 76)
  expect(long).toEqual([`List-Unsubscribe: ${link}`])
  expect(message).toContain('Date: Thu, 01 Jan 1970 00:00:00 +0000\r\n')
  expect(message).toContain('Message-ID: <one@kaimai.example>\r\n')
})

test('PORTS-89 A header whose name is none makes no letter', () => {
  for (const name of ['X-Bad\r\nBcc', 'X Bad', 'X:', '', 'é'])
    expect(() => mimeLetter(letter({ headers: { [name]: 'x' } }), sender)).toThrow(MimeError)
})
