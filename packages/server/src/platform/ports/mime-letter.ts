import type { MailAttachment, MailLetter } from './mail.ts'

// A letter as it goes over the wire (RFC 5322, RFC 2045 to 2049): ASCII alone, every body in base64, lines that end in CRLF.

/** What a message is made of beside the letter itself. */
export interface MimeSender {
  /** The address it comes from. */
  readonly from: string
  /** Without angle brackets. */
  readonly messageId: string
  readonly date: Date
}

const lineLength = 76
/** `=?UTF-8?B?` and `?=`. */
const wordFrame = 12
/** An address, however it is written, has at most 254 characters; a line of a message 998. */
const longestPlainWord = 900
/** No line of base64 can hold `=_`, so these end nothing by chance. */
const mixed = '=_mixed'
const alternative = '=_alternative'

/** A header's value can't start a second header. */
const oneLine = (value: string): string => (/[\r\n]/.test(value) ? value.replace(/[\r\n]+/g, ' ') : value)

/** A text as encoded words (RFC 2047), each whole by itself; `taken` characters of the first line are used already. */
const encodedWords = (text: string, taken: number): string => {
  const words: string[] = []
  let word = ''
  let bytes = 0
  let room = Math.max(3, Math.floor((lineLength - taken - wordFrame) / 4) * 3)
  const end = () => {
    words.push(`=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`)
    word = ''
    bytes = 0
    room = Math.floor((lineLength - 1 - wordFrame) / 4) * 3
  }
  // By code points: a character that is cut in two is none in either word.
  for (const sign of text) {
    const size = Buffer.byteLength(sign)
    if (bytes > 0 && bytes + size > room) end()
    word += sign
    bytes += size
  }
  end()
  return words.join('\r\n ')
}

/** Readers take these as they stand: no blank that folding would lose, nothing that looks like an encoded word. */
const isPlain = (value: string): boolean =>
  /^(?:[!-~]+(?: [!-~]+)*)?$/.test(value) &&
  !value.includes('=?') &&
  (value.length <= longestPlainWord || value.split(' ').every((word) => word.length <= longestPlainWord))

/** Folds at blanks, as far as there are any. */
const folded = (value: string, taken: number): string => {
  if (taken + value.length <= lineLength) return value
  let line = taken
  return value
    .split(' ')
    .map((word, at) => {
      const breaks = at > 0 && line + 1 + word.length > lineLength
      line = breaks ? 1 + word.length : line + (at > 0 ? 1 : 0) + word.length
      return at === 0 ? word : (breaks ? '\r\n ' : ' ') + word
    })
    .join('')
}

/** A field of unstructured text. */
const textField = (name: string, value: string): string => {
  const line = oneLine(value)
  const taken = name.length + 2
  return `${name}: ${isPlain(line) ? folded(line, taken) : encodedWords(line, taken)}\r\n`
}

const longestQuotedName = 60

const fromField = (name: string, address: string): string => {
  const line = oneLine(name)
  if (line === '') return `From: <${address}>\r\n`
  // Words in quotes are never decoded; those of a name that only looks encoded are neither.
  const isQuoted = /^[ -~]*$/.test(line) && line.length <= longestQuotedName
  const shown = isQuoted ? `"${line.replace(/["\\]/g, '\\$&')}"` : encodedWords(line, 'From: '.length)
  return `From: ${shown}\r\n <${address}>\r\n`
}

/** In order, as native code encodes it, 76 characters a line, and one line at least: the end of the head is no part of a body. */
const base64Lines = (bytes: Buffer): string => {
  const text = bytes.toString('base64')
  if (text === '') return '\r\n'
  let lines = ''
  for (let at = 0; at < text.length; at += lineLength) lines += `${text.slice(at, at + lineLength)}\r\n`
  return lines
}

/** Lines of text end in CRLF inside a message, whatever they ended in before (RFC 2046, 4.1.1). */
const textPart = (kind: 'plain' | 'html', text: string): string =>
  `Content-Type: text/${kind}; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64Lines(
    Buffer.from(/[\r\n]/.test(text) ? text.replace(/\r\n|\r|\n/g, '\r\n') : text),
  )}`

/** A file's name as RFC 2231 has it, in pieces of a line each, every byte beyond letters and digits in hexadecimal. */
const encodedFileName = (name: string): string => {
  const signs = [...name].map((sign) =>
    /^[\w.-]$/.test(sign)
      ? sign
      : Array.from(Buffer.from(sign), (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  )
  const pieces: string[] = []
  let piece = "utf-8''"
  for (const sign of signs) {
    if (piece.length + sign.length > lineLength - ' filename*999*=;'.length) {
      pieces.push(piece)
      piece = ''
    }
    piece += sign
  }
  pieces.push(piece)
  const [only = ''] = pieces
  if (pieces.length === 1) return `;\r\n filename*=${only}`
  return pieces.map((each, at) => `;\r\n filename*${at}*=${each}`).join('')
}

const attachmentPart = ({ fileName, contentType, content }: MailAttachment): string => {
  const name = oneLine(fileName).toWellFormed()
  const isSimple = /^[\w.-]{1,60}$/.test(name)
  // Some programs know the name of the type alone, and as encoded words in quotes, which no standard has.
  const nameOfType = isSimple ? name : encodedWords(name, ' name="'.length)
  const disposition = isSimple ? `; filename="${name}"` : encodedFileName(name)
  const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content)
  return `Content-Type: ${oneLine(contentType)};\r\n name="${nameOfType}"\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment${disposition}\r\n\r\n${base64Lines(bytes)}`
}

const fieldName = /^[!-9;-~]{1,70}$/

/** A letter that no message can be made of. */
export class MimeError extends Error {}

/** Throws `MimeError` for a header whose name is none. */
export const mimeLetter = (letter: MailLetter, { from, messageId, date }: MimeSender): string => {
  const { to, fromName, subject, html, text, headers = {}, attachments = [] } = letter
  let head = `${fromField(fromName, from)}To: <${to}>\r\n${textField('Subject', subject)}`
  for (const [name, value] of Object.entries(headers)) {
    if (!fieldName.test(name)) throw new MimeError(`no name of a header: ${name.slice(0, 70)}`)
    head += textField(name, value)
  }
  head += `Message-ID: <${messageId}>\r\nDate: ${date.toUTCString().replace('GMT', '+0000')}\r\nMIME-Version: 1.0\r\n`
  const bodies = `Content-Type: multipart/alternative; boundary="${alternative}"\r\n\r\n--${alternative}\r\n${textPart('plain', text)}--${alternative}\r\n${textPart('html', html)}--${alternative}--\r\n`
  if (attachments.length === 0) return head + bodies
  const files = attachments.map((file) => `--${mixed}\r\n${attachmentPart(file)}`).join('')
  return `${head}Content-Type: multipart/mixed; boundary="${mixed}"\r\n\r\n--${mixed}\r\n${bodies}${files}--${mixed}--\r\n`
}
