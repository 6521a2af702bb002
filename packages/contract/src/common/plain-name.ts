import { z } from 'zod'
import { because, common } from './error-text.ts'

// What strangers give as their name goes into letters under a merchant's name, so it must hold nothing that a mail
// client, or its reader, follows: no web address, no e-mail address, no phone number.

/** Letters that are drawn as nothing. */
const blanks = /[\u115f\u1160\u2800\u3164\uffa0]/g
/** Signs that are drawn as a dot on the line. */
const dots = '.\u3002\u0660\u06d4\u06f0\u0701\u0702\ua4f8\u{1d16d}'
/** Dots at half height; people's names are joined by them. */
const middleDots = '\u00b7\u0387\u05c1\u1390\u16eb\u2022\u2027\u2219\u22c5\u25cf\u25e6\u2981\u2e31\u30fb\ua78f'
const endings =
  'com|net|org|info|biz|edu|gov|xyz|shop|store|top|club|vip|site|online|live|link|app|dev|page|io|cc|tw|cn|hk|jp|uk|tv'
const words = '[\\p{L}\\p{N}]'

const unwanted: readonly RegExp[] = [
  /@|\/\/|\bwww\b|\bh(?:tt|xx)ps?\b/u,
  new RegExp(`${words}[${dots}]${words}{2}`, 'u'),
  /\d[.\u3002]\d+[.\u3002]\d+[.\u3002]\d/u,
  new RegExp(`[${dots}${middleDots}]\\s*(?:${endings})(?!${words})`, 'u'),
  new RegExp(`(?:\\bdot\\b|[點点])[)\\]}]?\\s*(?:${endings})(?!${words})`, 'u'),
  /(?:\d[\s()./-]*){8}/u,
]

/** As it is seen: full width as half, without marks, without what is not drawn. */
const seenAs = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}\p{Cc}]/gu, '')
    .replace(blanks, '')
    .toLowerCase()

/** Whether a name holds no link, no address and no phone number, however they are spelled. */
export const isPlainName = (name: string): boolean => {
  const seen = seenAs(name)
  return unwanted.every((pattern) => !pattern.test(seen))
}

/** A name as a letter may show it: itself, or `otherwise` where it holds a link or an address. */
export const plainNameOr = (name: string, otherwise: string): string => {
  const shown = name.replace(/[\p{Cf}\p{Cc}\u2028\u2029]/gu, '').trim()
  return shown !== '' && isPlainName(shown) ? shown : otherwise
}

/** What somebody nobody knows gives as a name. `missing` is the message where it is empty. */
export const PlainName = (max: number, missing: string = because(common.required)) =>
  z
    .string()
    .overwrite((text) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim())
    .min(1, missing)
    .max(max, because(common.tooLong))
    .refine(isPlainName, because(common.nameNotPlain))
