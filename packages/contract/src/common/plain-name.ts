import { z } from 'zod'
import { because, common } from './error-text.ts'
import { dots, endings, holdsHost, middleDots } from './name-link.rules.ts'
import { plainLine } from './typed-text.ts'

// What strangers give as their name goes into letters under a merchant's name, so it must hold nothing that a mail
// client, or its reader, follows: no web address, no e-mail address, no phone number. Forms refuse only what is one for
// certain: nobody is turned away for being called Ma.Theresa. A letter leaves out what may be one.

/** Letters that are drawn as nothing. */
const blanks = /[\u115f\u1160\u2800\u3164\uffa0]/g
const words = '[\\p{L}\\p{N}]'

/** No name, whatever stands around it. */
const never: readonly RegExp[] = [
  /@|\/\/|\bwww\b|\bh(?:tt|xx)ps?\b/iu,
  /\d[.\u3002]\d+[.\u3002]\d+[.\u3002]\d/u,
  new RegExp(`(?:\\bdot\\b|[點点])[)\\]}]?\\s*(?:${endings})(?!${words})`, 'iu'),
  /(?:\d[\s()./\p{Pd}\u2212]*){8}/u,
]
/** A link, or a name that is written like one. */
const doubtful: readonly RegExp[] = [
  new RegExp(`${words}[${dots}]${words}{2}`, 'u'),
  new RegExp(`[${dots}${middleDots}]\\s*(?:${endings})(?!${words})`, 'iu'),
]

/** Longer than any name; what is longer is not looked through. */
const longest = 500

/** As it is seen: full width as half, without marks, without what is not drawn. */
const seenAs = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}\p{Cc}]/gu, '')
    .replace(blanks, '')

/** Whether a name holds, for certain, a link, an address or a phone number, however they are spelled. */
export const holdsLink = (name: string): boolean => {
  if (name.length > longest) return true
  const seen = seenAs(name)
  return never.some((pattern) => pattern.test(seen)) || holdsHost(seen)
}

/** Whether a name can't be mistaken for a link, an address or a phone number, by a person or by a program. */
export const isPlainName = (name: string): boolean => {
  const seen = seenAs(name)
  return [...never, ...doubtful].every((pattern) => !pattern.test(seen))
}

/** A name as a letter may show it: itself, or `otherwise` where it is, or may be, a link or an address. */
export const plainNameOr = (name: string, otherwise: string): string => {
  const shown = plainLine(name)
  return shown !== '' && isPlainName(shown) ? shown : otherwise
}

/** A name, or a line of an address. `missing` is the message where it is empty. */
export const NameLine = (max: number, missing: string = because(common.required)) =>
  z.string().overwrite(plainLine).min(1, missing).max(max, because(common.tooLong))

/** What a person is called, on whatever way it comes in. `missing` is the message where it is empty. */
export const PlainName = (max: number, missing: string = because(common.required)) =>
  NameLine(max, missing).refine((name) => !holdsLink(name), because(common.nameNotPlain))

/** What a person is called, or nothing. */
export const OptionalPlainName = (max: number) =>
  z
    .string()
    .overwrite(plainLine)
    .max(max, because(common.tooLong))
    .refine((name) => !holdsLink(name), because(common.nameNotPlain))
