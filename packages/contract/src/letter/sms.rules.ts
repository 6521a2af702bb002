import type { Language } from '../common/language.ts'
import { readPhoneDigits } from '../common/phone.ts'

/** What one SMS holds, in units of its alphabet: alone, and as a part of several, which loses some to their header. */
export const smsLengths = {
  /** Septets. */
  gsm7: { single: 160, part: 153 },
  /** UTF-16 units. */
  ucs2: { single: 70, part: 67 },
} as const
type SmsAlphabet = keyof typeof smsLengths

/** Characters that one SMS text may have: Surenotify refuses more. */
export const smsMaxLength = 268
/** Tenths of a point that a segment to one person costs. */
const smsSegmentTenths = 10

// The default alphabet of GSM 03.38, and what is written as two septets.
const gsmOne = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const gsmTwo = new Set('^{}\\[~]|€\f')

interface SmsCount {
  readonly alphabet: SmsAlphabet
  /** Of its alphabet. */
  readonly units: number
  readonly segments: number
  /** The first character that the short alphabet doesn't have, which makes the message UCS-2; empty: there is none. */
  readonly widening: string
}

/** Parts that hold `sizes` one after the other; what takes two units is never cut in two. */
const partsOf = (sizes: readonly number[], { single, part }: { readonly single: number; readonly part: number }) => {
  const units = sizes.reduce((sum, size) => sum + size, 0)
  if (units === 0) return { units, segments: 0 }
  if (units <= single) return { units, segments: 1 }
  let segments = 1
  let left: number = part
  for (const size of sizes) {
    if (size > left) {
      segments += 1
      left = part
    }
    left -= size
  }
  return { units, segments }
}

/** How many SMS a text is. Count it after its variables are filled: before, it says nothing. */
export const countSms = (text: string): SmsCount => {
  const characters = [...text]
  const widening = characters.find((character) => !gsmOne.has(character) && !gsmTwo.has(character))
  if (widening === undefined) {
    const sizes = characters.map((character) => (gsmTwo.has(character) ? 2 : 1))
    return { alphabet: 'gsm7', widening: '', ...partsOf(sizes, smsLengths.gsm7) }
  }
  const sizes = characters.map(({ length }) => length)
  return { alphabet: 'ucs2', widening, ...partsOf(sizes, smsLengths.ucs2) }
}

/** The one sign without which a text would be in the short alphabet; empty: there is none, or there are others beside it. */
export const wideningAlone = (text: string): string => {
  const { widening } = countSms(text)
  return widening !== '' && countSms(text.replaceAll(widening, '')).alphabet === 'gsm7' ? widening : ''
}

/** Tenths of a point that a text costs, filled for one person. */
export const smsTenths = (text: string): number => countSms(text).segments * smsSegmentTenths

/** A mobile number of Taiwan as it is kept, `+886912345678`, however it was typed; undefined: it is none. */
export const readMobile = (typed: string): string | undefined => {
  const read = readPhoneDigits(typed)
  if ('problem' in read) return undefined
  // A spreadsheet takes the 0 away that such numbers begin with.
  const [, mobile] = (read.plus ? /^8860?(9\d{8})$/ : /^(?:0|(?:00)?8860?)?(9\d{8})$/).exec(read.digits) ?? []
  return mobile === undefined ? undefined : `+886${mobile}`
}

/** Begins the page where a text message is refused: short, as each of its signs is paid for. */
export const smsOptOutPath = '/u'
/** Signs of a person's key there. */
const smsOptOutKeyLength = 22

/**
 * How a marketing text message ends. By law its first one has to say how the next are refused, at no cost (Personal Data
 * Protection Act, article 20); which one is the first nobody can say of a pasted list. `key`: of the person; missing: as
 * long as everybody's, to be counted.
 */
export const smsOptOut = (origin: string, language: Language, key: string = 'x'.repeat(smsOptOutKeyLength)): string =>
  `${language === 'en' ? ' Opt out: ' : ' 退訂 '}${origin}${smsOptOutPath}/${key}`

/** Whether the text says whose it is, as 【brand】. */
export const namesBrand = (text: string, brand: string): boolean => brand !== '' && text.includes(`【${brand}】`)

// Characters of another width, and those that are drawn as nothing, would hide an address from us and not from a phone.
const plain = (text: string): string => text.normalize('NFKC').replace(/[\p{Cf}]/gu, '')

const linkPattern = /\b((?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z]{2,24})(?![a-z\d-])/gi
const bareAddress = /https?:\/\/([^\s/?#]+)/gi
const phonePattern = /(?<![\w.-])(?:\(?\+?886\)?[-\s]?|\(?0)\d(?:[-\s()]*\d){6,9}(?![\w])/g

const asHost = (text: string): string =>
  plain(text)
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/[/?#].*$/s, '')
const asPhone = (text: string): string => plain(text).replace(/\D/g, '').replace(/^886/, '0').replace(/^00/, '0')

/** Hosts and phone numbers that a text holds, each once, as they are registered. */
export const contactsIn = (text: string): { readonly hosts: readonly string[]; readonly phones: readonly string[] } => {
  const read = plain(text)
  const hosts = [...read.matchAll(linkPattern), ...read.matchAll(bareAddress)].map(([, host = '']) => asHost(host))
  const phones = [...read.matchAll(phonePattern)].map(([phone]) => asPhone(phone))
  return { hosts: [...new Set(hosts)], phones: [...new Set(phones)] }
}

/** A registered entry in the one form in which entries are compared: a host in lower case, a number by its digits. */
export const readContact = (entry: string): string =>
  /^[\d\s+()-]+$/.test(plain(entry)) ? asPhone(entry) : asHost(entry)

/** A host, or a phone number of 8 to 11 digits. */
export const isContact = (entry: string): boolean =>
  /^(?:0\d{7,10}|(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[a-z]{2,24})$/u.test(readContact(entry))

/** A host that leads nobody but whoever tries the program out on the own machine. */
const ownMachine = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/

/** Hosts and phone numbers of a text that are not registered: since 2024-11-18 no commercial SMS may hold them. */
export const unregisteredIn = (text: string, registered: readonly string[]): string[] => {
  const known = new Set(registered.map(readContact))
  const { hosts, phones } = contactsIn(text)
  return [...hosts, ...phones].filter((contact) => !known.has(contact) && !ownMachine.test(contact))
}
