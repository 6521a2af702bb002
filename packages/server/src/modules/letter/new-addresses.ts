import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { LimitRule, Limits } from '../../platform/rate-limits/limits.ts'
import type { LetterStore } from './letter.store.ts'

const hourMs = 3600_000

/** So many people have come or ordered before a firm counts as established. */
export const provenPeople = 20

/**
 * Letters an hour to addresses that a firm doesn't know, for anybody can give anybody's address to a form. A firm whose
 * people have come before may have a full evening within minutes; one whose letters come back writes slowly.
 */
export const newAddressLimits = {
  starting: { limit: 300, windowMs: hourMs },
  established: { limit: 6_000, windowMs: hourMs },
  returning: { limit: 60, windowMs: hourMs },
} as const satisfies Record<string, LimitRule>
type Standing = keyof typeof newAddressLimits

/** More than one letter in twenty comes back: a list that was bought, or addresses that somebody made up. */
const isReturning = ({ handed, returned }: { handed: number; returned: number }): boolean =>
  returned >= 10 && returned * 20 > handed

export const newAddressKey = (firmId: string, standing: Standing): string =>
  standing === 'starting' ? `letters to new addresses ${firmId}` : `letters to new addresses, ${standing} ${firmId}`

/** What is known of the people of a firm: the module that keeps them says it. */
export interface KnownPeople {
  /** Whether somebody with this e-mail has come to a live of the firm, or ordered. */
  readonly isKnownAddress: (firmId: string, email: string) => Promise<boolean>
  /** The same of many at once. */
  readonly knownAmong: (firmId: string, emails: readonly string[]) => Promise<ReadonlySet<string>>
  /** How many have come or ordered, counted to `atMost`. */
  readonly knownPeople: (firmId: string, atMost: number) => Promise<number>
}

/** Holds letters back where a firm writes to too many addresses that it doesn't know. */
export const createNewAddresses = ({
  store,
  limits,
  clock,
  people,
}: {
  readonly store: LetterStore
  readonly limits: Pick<Limits, 'take'>
  readonly clock: Clock
  readonly people: KnownPeople
}) => {
  const isKnown = async (firmId: string, address: string): Promise<boolean> =>
    (await people.isKnownAddress(firmId, address)) || (await store.isKnownAddress(firmId, address))

  const standingOf = async (firmId: string): Promise<Standing> => {
    if (isReturning(await store.returned(firmId))) return 'returning'
    return (await people.knownPeople(firmId, provenPeople)) >= provenPeople ? 'established' : 'starting'
  }

  const takeTurn = async (firmId: string, standing: Standing): Promise<boolean> =>
    (await limits.take(newAddressKey(firmId, standing), newAddressLimits[standing])).ok

  /** Takes as many of the turns wanted as there are; asked for by halves, so that the questions stay few. */
  const takeTurns = async (firmId: string, standing: Standing, wanted: number): Promise<number> => {
    const [key, rule] = [newAddressKey(firmId, standing), newAddressLimits[standing]]
    let got = 0
    // More than there can be is never given, so nobody asks for it.
    for (let part = Math.min(wanted, rule.limit); part > 0 && got < wanted; ) {
      const { ok } = await limits.take(key, rule, part)
      if (ok) got += part
      part = ok ? Math.min(part, wanted - got) : Math.floor(part / 2)
    }
    return got
  }

  /** Whether a letter may go now to each of these addresses. Of new ones the first may. */
  const mayWrite = async (firmId: string, addresses: readonly string[]): Promise<readonly boolean[]> => {
    if (addresses.length === 0) return []
    const known = [await people.knownAmong(firmId, addresses), await store.knownAmong(firmId, addresses)]
    const isStrange = addresses.map((address) => !known.some((among) => among.has(address)))
    const wanted = isStrange.filter(Boolean).length
    let left = wanted === 0 ? 0 : await takeTurns(firmId, await standingOf(firmId), wanted)
    return isStrange.map((strange) => !strange || left-- > 0)
  }

  return {
    /** Asked before the transaction, since the count is no part of it. */
    mayWrite,

    /** The same of addresses that each come once: those to which no letter may go yet. */
    heldAmong: async (firmId: string, addresses: readonly string[]): Promise<ReadonlySet<string>> => {
      const may = await mayWrite(firmId, addresses)
      return new Set(addresses.filter((_, at) => may[at] !== true))
    },

    /** An address that has paid is known: what was held back to it goes. */
    releaseTo: (tx: Tx, firmId: string, address: string): Promise<void> =>
      store.release(firmId, { address }, clock.now(), tx),

    /** Lets held letters go, the oldest first: all whose person is known by now, of others as many as the firm may. */
    releaseHeld: async (): Promise<void> => {
      for (const firmId of await store.firmsWithHeld()) {
        const standing = await standingOf(firmId)
        for (const { id, toAddress } of await store.heldLongest(firmId, newAddressLimits[standing].limit)) {
          if (!(await isKnown(firmId, toAddress)) && !(await takeTurn(firmId, standing))) break
          await store.release(firmId, { ids: [id] }, clock.now())
        }
      }
    },

    held: async (firmId: string) => {
      const { count, since } = await store.held(firmId)
      const { limit } = newAddressLimits[await standingOf(firmId)]
      return { count, since: since?.toISOString() ?? null, anHour: limit }
    },
  }
}
export type NewAddresses = ReturnType<typeof createNewAddresses>
