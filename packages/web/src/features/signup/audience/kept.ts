import type { Person } from './checks.ts'

/** Private windows and some apps' browsers refuse to store: then nothing is kept, and nothing fails. */
const quietly = <T>(run: () => T): T | undefined => {
  try {
    return run()
  } catch {
    return undefined
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const readJson = (storage: () => Storage, key: string): unknown =>
  quietly(() => JSON.parse(storage().getItem(key) ?? 'null'))

const draftKey = (customUrl: string) => `kaimai-sign-up:${customUrl}`
const seatsKey = (customUrl: string) => `kaimai-seats:${customUrl}`

/** What was typed, for as long as the tab lives; the consent is asked anew. */
export const readDraft = (customUrl: string): Partial<Omit<Person, 'consent'>> => {
  const kept = readJson(() => sessionStorage, draftKey(customUrl))
  if (!isRecord(kept)) return {}
  const text = (name: string) => (typeof kept[name] === 'string' ? { [name]: kept[name] } : {})
  return {
    ...text('name'),
    ...text('phone'),
    ...text('phoneCountry'),
    ...text('email'),
    ...text('county'),
    ...(isRecord(kept['answers']) ? { answers: answersOf(kept['answers']) } : {}),
  }
}

const isText = (value: unknown): value is string => typeof value === 'string'
const answersOf = (kept: Record<string, unknown>): Person['answers'] =>
  Object.fromEntries(
    Object.entries(kept).filter(
      (entry): entry is [string, string | string[]] =>
        isText(entry[1]) || (Array.isArray(entry[1]) && entry[1].every(isText)),
    ),
  )

export const keepDraft = (customUrl: string, person: Person): void => {
  const { consent: _, ...typedIn } = person
  const typed = JSON.stringify(typedIn)
  quietly(() => sessionStorage.setItem(draftKey(customUrl), typed))
}

export type Seats = Readonly<Record<string, string>>

/** Personal links of this device by live id, so that its owner finds the way back without the letter. */
export const readSeats = (customUrl: string): Seats => {
  const kept = readJson(() => localStorage, seatsKey(customUrl))
  if (!isRecord(kept)) return {}
  return Object.fromEntries(
    Object.entries(kept).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1].startsWith('/stream/'),
    ),
  )
}

export const keepSeats = (customUrl: string, links: readonly { liveId: string; path: string }[]): void => {
  const seats = { ...readSeats(customUrl), ...Object.fromEntries(links.map(({ liveId, path }) => [liveId, path])) }
  quietly(() => localStorage.setItem(seatsKey(customUrl), JSON.stringify(seats)))
}
