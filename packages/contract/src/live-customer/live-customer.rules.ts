import type { Language } from '../common/language.ts'
import { cellBreaks, languageNamed, readAddress } from '../sending/sending.rules.ts'

export const liveCustomerLimits = { name: 60, lines: 10_000, characters: 2_000_000 } as const

/** Why a line of a pasted list invites nobody; the first that holds is counted. */
const lineProblems = ['noContact', 'invalid', 'noName', 'duplicate'] as const
type LineProblems = Record<(typeof lineProblems)[number], number>

/** Somebody whom a pasted list invites. */
interface InvitedPerson {
  readonly name: string
  /** A mobile number as it is kept, `+886912345678`; empty: the line has none. */
  readonly phone: string
  /** Empty: the line has none. */
  readonly email: string
  readonly language: Language
}

/** Whether a cell is meant as an e-mail or a number, if a wrong one: nobody is called so. */
const isContact = (cell: string): boolean => /[@＠]/.test(cell) || /\d{6}/.test(cell.replaceAll(/[\s()（）.-]/g, ''))

/** A line of a list: name, phone and e-mail in any order, and perhaps the language, with commas or tabs between them. */
const personIn = (line: string): InvitedPerson | keyof LineProblems => {
  const cells = line.split(cellBreaks).map((cell) => cell.replaceAll('"', '').trim())
  const emailAt = cells.findIndex((cell) => readAddress('email', cell) !== undefined)
  const phoneAt = cells.findIndex((cell) => readAddress('sms', cell) !== undefined)
  if (emailAt < 0 && phoneAt < 0) return cells.some(isContact) ? 'invalid' : 'noContact'
  const others = cells.filter((cell, at) => at !== emailAt && at !== phoneAt && cell !== '')
  // What stands alone is a name, be it that of a language.
  const languageAt = others.length < 2 ? -1 : others.findLastIndex((cell) => languageNamed(cell) !== undefined)
  const name = others.find((cell, at) => at !== languageAt && !isContact(cell))
  if (name === undefined) return 'noName'
  return {
    name: [...name].slice(0, liveCustomerLimits.name).join(''),
    phone: readAddress('sms', cells[phoneAt] ?? '') ?? '',
    email: readAddress('email', cells[emailAt] ?? '') ?? '',
    language: languageNamed(others[languageAt] ?? '') ?? 'zh-TW',
  }
}

/**
 * A pasted list, in one pass: each mail box and each number invites once, and lines that invite nobody are counted by reason.
 * Empty lines are no lines.
 */
export const readInvitedList = (
  text: string,
): { readonly lines: number; readonly people: readonly InvitedPerson[]; readonly dropped: LineProblems } => {
  const dropped: LineProblems = { noContact: 0, invalid: 0, noName: 0, duplicate: 0 }
  const people: InvitedPerson[] = []
  const known = new Set<string>()
  let lines = 0
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (line.trim() === '') continue
    lines += 1
    const person = personIn(line)
    if (typeof person === 'string') {
      dropped[person] += 1
      continue
    }
    const contacts = [person.phone, person.email].filter((contact) => contact !== '')
    if (contacts.some((contact) => known.has(contact))) {
      dropped.duplicate += 1
      continue
    }
    for (const contact of contacts) known.add(contact)
    people.push(person)
  }
  return { lines, people, dropped }
}
