import { type Language, languages } from '../common/language.ts'
import { readMailAddress } from '../common/mail-address.ts'
import { readPhoneDigits } from '../common/phone.ts'
import { taipeiOffsetMs } from '../common/taipei.ts'
import { isBlank, plainLine } from '../common/typed-text.ts'
import { readMobile } from '../letter/sms.rules.ts'

/** Why somebody of an audience gets no letter; the first that holds is counted. */
export const dropReasons = ['noAddress', 'invalid', 'duplicate', 'blocked', 'optedOut', 'bounced'] as const
type DropReason = (typeof dropReasons)[number]
export type Dropped = Record<DropReason, number>

export const noneDropped = (): Dropped => ({
  noAddress: 0,
  invalid: 0,
  duplicate: 0,
  blocked: 0,
  optedOut: 0,
  bounced: 0,
})

export const sendingLimits = {
  title: 80,
  consent: 200,
  lines: 100_000,
  characters: 8_000_000,
  name: 60,
  minute: 1_440,
} as const

export const sendingChannels = ['email', 'sms'] as const
export type SendingChannel = (typeof sendingChannels)[number]

/** How an address of a channel is known among other words, and read as it is kept; undefined: it is none. */
interface AddressReader {
  readonly mayBe: (part: string) => boolean
  readonly read: (part: string) => string | undefined
}
const readers: Readonly<Record<SendingChannel, AddressReader>> = {
  email: {
    mayBe: (part) => /[@＠]/.test(part),
    read: (part) => {
      const read = readMailAddress(part)
      return 'address' in read ? read.address : undefined
    },
  },
  sms: { mayBe: (part) => !('problem' in readPhoneDigits(part)), read: readMobile },
}
/** An e-mail address as mail servers take it, or a mobile number as text messages do; undefined: it is none. */
export const readAddress = (channel: SendingChannel, typed: string): string | undefined => readers[channel].read(typed)

/** A person of a list. */
interface ListedPerson {
  /** An e-mail address, or a mobile number. */
  readonly to: string
  /** Empty: the list has none. */
  readonly name: string
  /** Undefined: the list doesn't say. */
  readonly language?: Language
}

const languageWords: Readonly<Record<Language, readonly string[]>> = {
  'zh-TW': ['zh-tw', 'zh', '中文', '繁體中文'],
  en: ['en', 'english', '英文'],
}
/** The language that a cell of a list names; undefined: none. */
export const languageNamed = (word: string): Language | undefined =>
  languages.find((language) => languageWords[language].includes(word.toLowerCase()))

/** What stands between the cells of a pasted line. */
export const cellBreaks = /[,;\t<>，；＜＞、]/
/** Those of word processors too. */
const lineEnds = /\r\n|[\r\n\v\f\u0085\u2028\u2029]/

/** A line of a list as `readPastedList` reads it, of the cells of a row in a file. */
export const listLine = (cells: {
  readonly address: string
  readonly name: string
  readonly language: string
}): string =>
  [cells.address, cells.name, cells.language]
    .map((cell) => cell.replaceAll(/[,;\s\u0085<>，；＜＞、"]/g, ' ').trim())
    .join('\t')

/** A name as it stands in a list: it may be any, and what letters may not show they leave out. */
const nameOf = (part: string): string => [...plainLine(part)].slice(0, sendingLimits.name).join('')

/**
 * A line of a list: an address, alone or beside a name, with a comma, a tab or brackets between them. What stands third
 * may be the person's language.
 */
const personIn = (line: string, { mayBe, read }: AddressReader): ListedPerson | DropReason => {
  const whole = read(line)
  if (whole !== undefined) return { to: whole, name: '' }
  const parts = line.split(cellBreaks).map((part) => part.replaceAll('"', '').trim())
  const place = parts.findIndex((part) => read(part) !== undefined)
  const at = place < 0 ? parts.findIndex(mayBe) : place
  if (at < 0) return 'noAddress'
  const to = read(parts[at] ?? '')
  if (to === undefined) return 'invalid'
  const language = languageNamed(plainLine(parts[2] ?? ''))
  const name = parts.find((part, index) => index !== at && !isBlank(part) && !(language && index === 2)) ?? ''
  const person = { to, name: nameOf(name) }
  return language ? { ...person, language } : person
}

/** What separates people of one line; a row of a sheet has tabs, and is one person. */
const betweenPeople = /[,;，；、]/
const isWithName = /^[^<＜]*[<＜][^<>＜＞]*[>＞]\s*$/

/**
 * The people of a line: of a line with several addresses, as a mail program lists them, each is one. Which name belongs
 * to which is certain where the address stands behind it in brackets alone.
 */
const peopleIn = (line: string, reader: AddressReader): readonly (ListedPerson | DropReason)[] => {
  if (line.includes('\t') || !betweenPeople.test(line)) return [personIn(line, reader)]
  const pieces = line.split(betweenPeople)
  const people = pieces.map((piece) => personIn(piece, reader))
  if (people.filter((person) => typeof person !== 'string').length < 2) return [personIn(line, reader)]
  return people.flatMap((person, at): readonly (ListedPerson | DropReason)[] => {
    if (typeof person === 'string') return person === 'noAddress' ? [] : [person]
    return [isWithName.test(pieces[at] ?? '') ? person : { to: person.to, name: '' }]
  })
}

export interface ReadList {
  /** People, of whom a line may hold several. */
  readonly lines: number
  readonly people: readonly ListedPerson[]
  readonly dropped: Dropped
}

/** The lines of a pasted list; empty ones are none. */
export const linesOfList = (text: string): string[] => text.split(lineEnds).filter((line) => !isBlank(line))

/** Who stands in one of those lines, or why nobody does. */
export const peopleOfLine = (line: string, channel: SendingChannel): readonly (ListedPerson | DropReason)[] =>
  peopleIn(line, readers[channel])

/** Each mail box or number once, and those without one by reason. Of an address that stands there twice the first name counts. */
export const collectPeople = (found: readonly (readonly (ListedPerson | DropReason)[])[]): ReadList => {
  const dropped = noneDropped()
  const people = new Map<string, ListedPerson>()
  let lines = 0
  for (const person of found.flat()) {
    lines += 1
    if (typeof person === 'string') dropped[person] += 1
    else if (!people.has(person.to)) people.set(person.to, person)
    else {
      dropped.duplicate += 1
      if (people.get(person.to)?.name === '') people.set(person.to, person)
    }
  }
  return { lines, people: [...people.values()], dropped }
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Hours of Taipei in which no marketing letter leaves: from the first until before the second. */
export const quietHours = { from: 21, until: 9 } as const

/** When a marketing letter may leave that is ready at `ms` (epoch): then, or at the next 09:00 in Taipei. */
export const marketingTime = (ms: number): number => {
  const ofDay = (ms + taipeiOffsetMs) % dayMs
  const midnight = ms - ofDay
  if (ofDay >= quietHours.from * hourMs) return midnight + dayMs + quietHours.until * hourMs
  return ofDay < quietHours.until * hourMs ? midnight + quietHours.until * hourMs : ms
}

export const sendingStates = ['scheduled', 'sending', 'unsure', 'sent', 'stopped'] as const
export type SendingState = (typeof sendingStates)[number]
