import { timingSafeEqual } from 'node:crypto'
import { fail } from '@kaimai/contract/common/error.ts'
import { profileErrors } from '@kaimai/contract/customer/profile.errors.ts'
import { type Profile, type ProfileBody, unlockDigits, unlockTries } from '@kaimai/contract/customer/profile.schema.ts'
import type { Executor, Tx } from '../../platform/db/database.ts'
import type { ViewerCaller } from '../../platform/http/caller.ts'
import type { Platform } from '../../platform/platform.ts'
import { readPhone } from '../../platform/read-phone.ts'
import type { People, Shoppers, SignedUpPerson } from './people.ts'
import { emptyParts, type PersonOrder, presentLocked, presentOpen, presentSignedUp } from './profile.present.ts'
import { createRemembering } from './remember-order.ts'
import type { ProfileStore } from './profile.store.ts'
import type { ProfileOwner, ProfileRow } from './profile.tables.ts'
import { hasSavedProfile, isOpenOn, keyPhoneOf } from './profile-key.ts'

export interface ProfileDeps {
  readonly platform: Pick<Platform, 'db' | 'clock' | 'limits'>
  readonly store: ProfileStore
  readonly people: People
  readonly orders: {
    /** The newest first. */
    readonly ofShoppers: (firmId: string, of: Shoppers, limit: number) => Promise<readonly PersonOrder[]>
    /** Below the origin; holds the order's key. */
    readonly orderPath: (orderId: string) => string
  }
}

const dayMs = 24 * 60 * 60_000

/**
 * Wrong guesses over all devices of one profile: who throws cookies away is a new device each time, and three digits
 * are a thousand guesses.
 */
const triesOverAll = { day: 20, month: 60 } as const
export const triesRetentionMs = 30 * dayMs

/** Phones that somebody with a link and nothing saved could try, to be shown the orders of theirs. */
const changesADay = { limit: 30, windowMs: dayMs } as const

const ordersShown = 30
/** Some are of other devices and phones. */
const ordersRead = 200

const isSameText = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/** What a viewer is shown. */
interface Seen {
  readonly owner: ProfileOwner
  /** The owner's row, also one that holds nothing (any more). */
  readonly own: ProfileRow | undefined
  readonly person: SignedUpPerson | undefined
  /** The owner's, else what this device opened last of this merchant: they signed up again in the same browser. */
  readonly saved: ProfileRow | undefined
  readonly isOwn: boolean
  readonly isOpen: boolean
}

/** What a viewer has saved with the merchant, and who may see it. */
export const createProfileService = (deps: ProfileDeps) => {
  const { platform, store, people, orders } = deps
  const { db, clock, limits } = platform

  const triesLeft = async (
    firmId: string,
    id: string | undefined,
    deviceHash: string | undefined,
    on?: Executor,
  ): Promise<number> => {
    if (id === undefined) return unlockTries
    const now = clock.ms()
    const since = { deviceHash, day: new Date(now - dayMs), month: new Date(now - triesRetentionMs) }
    const { mine, day, month } = await store.triesOf(firmId, id, since, on)
    return Math.max(0, Math.min(unlockTries - mine, triesOverAll.day - day, triesOverAll.month - month))
  }

  const look = async ({ firmId, liveUserId }: ViewerCaller, deviceHash: string | undefined): Promise<Seen> => {
    const owner = await people.ownerOf(firmId, liveUserId)
    const [own, person] = await Promise.all([store.find(firmId, owner), people.personOf(firmId, owner)])
    if (hasSavedProfile(own))
      return { owner, own, person, saved: own, isOwn: true, isOpen: await isOpenOn(store, own, person, deviceHash) }
    const offered = deviceHash === undefined ? undefined : await store.newestOn(firmId, deviceHash)
    return { owner, own, person, saved: offered, isOwn: false, isOpen: true }
  }

  /** What a checkout may fill in of the sign-up: as it was given, on a device that gave it or that knows the phone. */
  const signedUpOn = async (
    row: ProfileRow | undefined,
    person: SignedUpPerson | undefined,
    deviceHash: string | undefined,
  ): Promise<Profile['signedUp']> => {
    if (person === undefined || (hasSavedProfile(row) && row.personal !== null)) return null
    const isHere = deviceHash !== undefined && deviceHash !== '' && person.deviceHash === deviceHash
    // Whoever has the link may write a nickname, which opens that row there: only the digits open a sign-up.
    const isKnown = row !== undefined && !hasSavedProfile(row) && (await isOpenOn(store, row, person, deviceHash))
    const isOpen = isHere || isKnown
    return presentSignedUp(person, isOpen)
  }

  const loadProfile = async (viewer: ViewerCaller, deviceHash: string | undefined): Promise<Profile> => {
    const { firmId } = viewer
    const { owner, own: row, person, saved, isOpen } = await look(viewer, deviceHash)
    const left = await triesLeft(firmId, row?.id, deviceHash)
    if (saved && !isOpen) return presentLocked(saved, keyPhoneOf(saved, person), left)
    const placed = await orders.ofShoppers(firmId, await people.shoppersOf(firmId, owner), ordersRead)
    // A link alone shows no order: of this device, or of the phone whose end was given, for an order's path opens it.
    const phone = saved?.personal?.phone
    const own = placed.filter((order) => order.phone === phone || (deviceHash && order.deviceHash === deviceHash))
    return presentOpen(saved, {
      triesLeft: left,
      orders: own.slice(0, ordersShown),
      orderPath: orders.orderPath,
      isCancelNotice: person?.isCancelNotice ?? null,
      signedUp: await signedUpOn(row, person, deviceHash),
    })
  }

  const refuseLocked = ({ saved, isOpen }: Pick<Seen, 'saved' | 'isOpen'>): void => {
    if (saved && !isOpen) throw fail('forbidden', { reason: profileErrors.profileLocked })
  }

  /** Opens what is saved on this device when these are the last digits of its phone. */
  const unlock = async (viewer: ViewerCaller, deviceHash: string, lastDigits: string): Promise<Profile> => {
    const { firmId } = viewer
    const { owner, person, isOwn } = await look(viewer, deviceHash)
    if (!isOwn && person === undefined) throw fail('noData')
    // Guesses take turns at the profile's row, so that many at once are no more than one after another; and a wrong
    // one is kept, so the refusal comes after the commit.
    const outcome = await db.transaction(async (tx) => {
      const row = await store.take(firmId, owner, clock.now(), tx)
      const phone = keyPhoneOf(row, person)
      // Nothing is saved, but somebody signed up: the same digits open what was given then.
      if ((!hasSavedProfile(row) && person === undefined) || phone === '') return 'nothing'
      if ((await triesLeft(firmId, row.id, deviceHash, tx)) === 0) return 'closed'
      if (!isSameText(phone.slice(-unlockDigits), lastDigits)) {
        await store.addTry(firmId, row.id, deviceHash, clock.now(), tx)
        return 'wrong'
      }
      await store.openOn(firmId, row.id, deviceHash, clock.now(), tx)
      return 'open'
    })
    if (outcome === 'nothing') throw fail('noData')
    if (outcome === 'closed') throw fail('tooManyRequests', { reason: profileErrors.noTriesLeft })
    if (outcome === 'wrong') throw fail('wrongCredentials', { reason: profileErrors.wrongDigits })
    return loadProfile(viewer, deviceHash)
  }

  const change = async (viewer: ViewerCaller, deviceHash: string, body: ProfileBody): Promise<Profile> => {
    const { firmId } = viewer
    const seen = await look(viewer, deviceHash)
    refuseLocked(seen)
    const { owner, person } = seen
    const typed = body.personal
    const personal = typed && {
      fullName: typed.fullName,
      phone: readPhone(typed.phone, typed.phoneCountry, 'personal.phone'),
      email: typed.email,
    }
    const { isCancelNotice, ...kept } = body
    const taken = await limits.take(`profile-change:${firmId}:${owner.id}`, changesADay)
    if (!taken.ok) throw fail('tooManyRequests')
    await db.transaction(async (tx) => {
      if (isCancelNotice !== undefined) await people.setCancelNotice(tx, firmId, owner, isCancelNotice)
      if (Object.values(kept).every((value) => value === undefined)) return
      const row = await store.take(firmId, owner, clock.now(), tx)
      if (hasSavedProfile(row)) refuseLocked({ saved: row, isOpen: await isOpenOn(store, row, person, deviceHash, tx) })
      const before = hasSavedProfile(row) ? row : (seen.saved ?? emptyParts)
      const parts = {
        nickname: body.nickname ?? before.nickname,
        gender: body.gender ?? before.gender,
        personal: personal ?? before.personal,
        delivery: body.delivery ?? before.delivery,
        invoice: body.invoice ?? before.invoice,
        paymentMethod: before.paymentMethod,
      }
      await saveParts(tx, row, person, { parts, at: clock.now(), deviceHash })
    })
    return loadProfile(viewer, deviceHash)
  }

  /** Also what else this device has opened of the merchant: it would be offered next. */
  const forget = async (viewer: ViewerCaller, deviceHash: string | undefined): Promise<void> => {
    const { firmId } = viewer
    const seen = await look(viewer, deviceHash)
    refuseLocked(seen)
    await db.transaction(async (tx) => {
      const now = clock.now()
      const own = await store.take(firmId, seen.owner, now, tx)
      if (hasSavedProfile(own))
        refuseLocked({ saved: own, isOpen: await isOpenOn(store, own, seen.person, deviceHash, tx) })
      const left = deviceHash === undefined ? [] : await store.leave(firmId, deviceHash, tx)
      const shown = seen.isOwn || seen.saved === undefined ? [] : [seen.saved.id]
      for (const id of new Set([own.id, ...shown, ...left])) {
        await store.closeElsewhere(firmId, id, undefined, tx)
        await store.save(firmId, id, emptyParts, { savedAt: null, changedAt: now }, tx)
      }
    })
  }

  const { saveParts, rememberOrder } = createRemembering({ db, store, people })

  /** In the transaction that erases who saved it. */
  const erase = (tx: Tx, firmId: string, ownerIds: readonly string[], at: Date): Promise<void> =>
    store.erase(firmId, ownerIds, at, tx)

  return { erase, show: loadProfile, unlock, change, forget, rememberOrder, sweepTries: store.sweepTries }
}
export type ProfileService = ReturnType<typeof createProfileService>
