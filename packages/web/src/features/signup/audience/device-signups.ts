import { type DeviceMemory, deviceMemory } from '../../../lib/audience/device-memory.ts'
import type { Person } from './checks.ts'

type TypedIn = Partial<Omit<Person, 'consent'>>

/** The stored input of a form; the consent is asked for again. */
export interface Draft {
  readonly typed: TypedIn
  /** Key of the session that was chosen; empty: none. */
  readonly session: string
  /** It was sent as it is, with consent: this person may take another session without filling in anything. */
  readonly sent: boolean
}

export const draftDays = 7
const dayMs = 86_400_000
const nothing: Draft = { typed: {}, session: '', sent: false }

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isText = (value: unknown): value is string => typeof value === 'string'

const draftName = (customUrl: string) => `sign-up.${customUrl}`
const seatsName = (customUrl: string) => `seats.${customUrl}`
const ordersName = (customUrl: string) => `sign-up-orders.${customUrl}`

const answersOf = (stored: Record<string, unknown>): Person['answers'] =>
  Object.fromEntries(
    Object.entries(stored).filter(
      (entry): entry is [string, string | string[]] =>
        isText(entry[1]) || (Array.isArray(entry[1]) && entry[1].every(isText)),
    ),
  )

const typedOf = (stored: Record<string, unknown>): TypedIn => {
  const text = (name: keyof TypedIn) => (isText(stored[name]) ? { [name]: stored[name] } : {})
  return {
    ...text('name'),
    ...text('phone'),
    ...text('phoneCountry'),
    ...text('email'),
    ...text('county'),
    ...(isRecord(stored.answers) ? { answers: answersOf(stored.answers) } : {}),
  }
}

/** What was typed here within the last days, also in a tab that was closed since. */
export const readDraft = (customUrl: string, nowMs: number, memory: DeviceMemory = deviceMemory): Draft => {
  const stored = memory.read(draftName(customUrl))
  if (!isRecord(stored) || typeof stored.atMs !== 'number' || !isRecord(stored.typed)) return nothing
  if (nowMs - stored.atMs > draftDays * dayMs) {
    memory.forget(draftName(customUrl))
    return nothing
  }
  return {
    typed: typedOf(stored.typed),
    session: isText(stored.session) ? stored.session : '',
    sent: stored.sent === true,
  }
}

export const keepDraft = (
  customUrl: string,
  { person, session, sent }: { person: Person; session: string; sent: boolean },
  nowMs: number,
  memory: DeviceMemory = deviceMemory,
): void => {
  const { consent: _, ...typed } = person
  memory.write(draftName(customUrl), { typed, session, sent, atMs: nowMs })
}

/** What was corrected after it was sent stands in the stored input too. */
export const keepContact = (
  customUrl: string,
  contact: Pick<Person, 'phone' | 'email'>,
  memory: DeviceMemory = deviceMemory,
): void => {
  const stored = memory.read(draftName(customUrl))
  if (isRecord(stored) && isRecord(stored.typed))
    memory.write(draftName(customUrl), { ...stored, typed: { ...stored.typed, ...contact } })
}

export type Seats = Readonly<Record<string, string>>

/** Personal links of this device by live id, so that its owner finds the way back without the letter. */
export const readSeats = (customUrl: string, memory: DeviceMemory = deviceMemory): Seats => {
  const stored = memory.read(seatsName(customUrl))
  if (!isRecord(stored)) return {}
  return Object.fromEntries(
    Object.entries(stored).filter(
      (entry): entry is [string, string] => isText(entry[1]) && entry[1].startsWith('/stream/'),
    ),
  )
}

export const seatsOf = (links: readonly { liveId: string; path: string }[]): Seats =>
  Object.fromEntries(links.map(({ liveId, path }) => [liveId, path]))

export const keepSeats = (
  customUrl: string,
  links: readonly { liveId: string; path: string }[],
  memory: DeviceMemory = deviceMemory,
): void => {
  if (links.length === 0) return
  memory.write(seatsName(customUrl), { ...readSeats(customUrl, memory), ...seatsOf(links) })
}

/** A paid form as the checkout names it. */
export const paidFormShopId = (customUrl: string): string => `sign-up.${customUrl}`

const ordersMax = 5

/** Keys of the orders that this device made with a paid form, the newest first. */
export const readOrders = (customUrl: string, memory: DeviceMemory = deviceMemory): readonly string[] => {
  const stored = memory.read(ordersName(customUrl))
  return Array.isArray(stored) ? stored.filter(isText) : []
}

export const keepOrder = (customUrl: string, orderKey: string, memory: DeviceMemory = deviceMemory): void => {
  const others = readOrders(customUrl, memory).filter((key) => key !== orderKey)
  memory.write(ordersName(customUrl), [orderKey, ...others].slice(0, ordersMax))
}

/** An order that came to nothing is not shown again. */
export const dropOrder = (customUrl: string, orderKey: string, memory: DeviceMemory = deviceMemory): void =>
  memory.write(
    ordersName(customUrl),
    readOrders(customUrl, memory).filter((key) => key !== orderKey),
  )
