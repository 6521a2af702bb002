// What people paste holds more than they see: marks of the direction of reading around a copied phone number, spaces
// without a width, a dash of a word processor. Every field of a person is read through these, wherever it comes in;
// each is of a form that it leaves as it is. Without schemas, so that a page loads none.

/** Half characters, and what is drawn as nothing: marks of direction, width and variant, and letters without a form. */
const unseen = /[\p{Cs}\p{Cf}\p{DI}\u2800]/gu
/** A picture with the marks that make it one: skin, variant, joined with another. */
const pictureOrUnseen =
  /(\p{Extended_Pictographic}[\u{1f3fb}-\u{1f3ff}]?\ufe0f?(?:\u200d\p{Extended_Pictographic}[\u{1f3fb}-\u{1f3ff}]?\ufe0f?)*)|[\p{Cs}\p{Cf}\p{DI}\u2800]/gu
const spaces = /[\s\p{Cc}\u2028\u2029]+/gu
/** All that is drawn as a dash, the long vowel of kana and box lines too. */
const dashSigns = '\\p{Pd}\\u02d7\\u2043\\u2212\\u2500\\u2501\\u30fc\\uff70'
const dashes = new RegExp(`[${dashSigns}]`, 'gu')

const fullWidth = 0xfee0

/** Digits of full width, Arabic-Indic and Persian ones (and the plus of full width) as ASCII; everything else stays. */
export const asciiDigits = (text: string): string =>
  text
    .replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - fullWidth))
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
    .replace(/＋/g, '+')

/** Whether there is nothing in it that anybody sees. */
export const isBlank = (text: string): boolean => text.replace(unseen, '').replace(spaces, '') === ''

/** A name, or a line of an address: one line, letters of one width, nothing that is not seen. Joined pictures stay. */
export const plainLine = (text: string): string =>
  text
    .replace(/[Ａ-Ｚａ-ｚ０-９]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - fullWidth))
    .replace(pictureOrUnseen, (_, picture: string | undefined) => picture ?? '')
    .normalize('NFC')
    .replace(spaces, ' ')
    .trim()

/** Half width, one kind of dash, nothing that is not seen; spaces stay. */
export const plainSigns = (text: string): string =>
  asciiDigits(text.replace(unseen, '').normalize('NFKC')).replace(dashes, '-').trim()

/**
 * A cell that was made for programs, as its reader sees it: files keep spreadsheets from shortening a long number by a
 * quote before it, or by a formula around it.
 */
export const plainCell = (text: string): string =>
  plainSigns(text)
    .replace(/^=\s*"(.*)"$/s, '$1')
    .replace(/^'/, '')
    .trim()

/** Whether a spreadsheet has shortened a long number, as 1.23457E+13: its last digits are lost. */
export const isShortened = (text: string): boolean => /^\d(?:[.,]\d+)?E\+\d{1,3}$/i.test(plainCell(text))

/** A code as it is looked up: capitals, without spaces. */
export const plainCode = (text: string): string =>
  plainSigns(text)
    .replace(/[\s\p{Cc}]/gu, '')
    .toUpperCase()
    .normalize('NFKC')

/** An e-mail address, or the name of an account: small letters; what links put before it is no part of it. */
export const plainEmail = (text: string): string =>
  plainSigns(text)
    .toLowerCase()
    .normalize('NFKC')
    .replaceAll('。', '.')
    .replace(/^(?:mailto:\s*)+/, '')

/** What stands between the digits of a phone number. */
const separators = /[\s\-().[\]/·•‧∙⋅・]/g
/** An extension behind a number, as it is written here and as links write it. */
const extension = /(?:;\s*ext=|ext(?:ension)?\.?|分機|分机|內線|内线|轉接?|转接?|#|x)\s*[:.]?\s*#?\s*\d{1,7}\s*$/i

/** A phone number as digits and plus, with whatever is no number; `hasExtension`: digits behind it are an extension. */
export const plainPhone = (text: string): { readonly number: string; readonly hasExtension: boolean } => {
  const plain = plainSigns(text).replace(/^(?:tel:\s*)+/i, '')
  const [start = ''] = plain.split(extension)
  const hasExtension = start !== plain && /\d/.test(start)
  return { number: (hasExtension ? start : plain).replace(separators, ''), hasExtension }
}
