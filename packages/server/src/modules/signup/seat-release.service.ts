import { fail } from '@kaimai/contract/common/error.ts'
import { CustomUrl, Id } from '@kaimai/contract/common/fields.ts'
import { liveStatusAt } from '@kaimai/contract/live/live.rules.ts'
import type { PlaceAnswer } from '@kaimai/contract/signup/public-signup.routes.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import type { LiveReader } from '../live/live-reader.service.ts'
import type { LiveUserService } from '../viewer/viewer.service.ts'
import type { SeatOfPerson, SeatReleaseStore, SilentSeat } from './seat-release.store.ts'
import { seatAsked } from './signup.events.ts'
import type { SignupStore } from './signup.store.ts'

/** When the seats of a full free form are offered on (all in ms). */

/** A seat nobody gave a sign of life for is free for others after so long. */
const silentSeatMs = 24 * 60 * 60_000
/** Its holder is asked by letter when half of that is over, and so has the other half to answer. */
const askSeatMs = 12 * 60 * 60_000
/** So long before the session nobody loses a seat any more. */
const seatSafeMs = 24 * 60 * 60_000
/** What is heard sooner after the sign-up belongs to the sign-up itself. */
const lifeAfterMs = 60_000

export interface SeatReleaseDeps {
  readonly platform: Pick<Platform, 'db' | 'clock' | 'events' | 'jobs' | 'secret'>
  readonly store: SeatReleaseStore
  readonly forms: Pick<SignupStore, 'lock' | 'findByUrl' | 'personByDevice' | 'takePlace' | 'givePlace'>
  readonly liveReader: Pick<LiveReader, 'findMany'>
  readonly liveUsers: Pick<LiveUserService, 'endLink' | 'byKey'>
}

export const seatReleaseTick = 'signup/release-seats'
const everySeconds = 600
/** Seats looked at in one round, the longest silent first. */
const batch = 500
const purpose = 'keep-place'
const signatureLength = 27

/** Seats of full free forms whose holders are silent: asked by letter, and released for the next who signs up. */
export const createSeatRelease = ({ platform, store, forms, liveReader, liveUsers }: SeatReleaseDeps) => {
  const { db, clock, events, jobs, secret } = platform

  /** `email`: where the letter goes. A link that went to a mistyped address is over with it. */
  const signatureOf = ({ firmId, signupUserId, liveId }: SeatOfPerson, email: string): string =>
    secret.sign(purpose, `${firmId} ${signupUserId} ${liveId} ${email}`).slice(0, signatureLength)
  const keyOf = (of: SeatOfPerson, email: string): string =>
    `${of.firmId}.${of.signupUserId}.${of.liveId}.${signatureOf(of, email)}`
  /** Throws `notFound` for a key that is none of ours. */
  const seatOf = async (key: string) => {
    const [firmId, signupUserId, liveId, signature] = key.split('.')
    const ids = [firmId, signupUserId, liveId].map((id) => Id.safeParse(id))
    if (ids.some(({ success }) => !success)) throw fail('notFound')
    const of = { firmId: firmId ?? '', signupUserId: signupUserId ?? '', liveId: liveId ?? '' }
    const form = await store.formOf(of.firmId, of.signupUserId, of.liveId)
    if (!form || signature !== signatureOf(of, form.email)) throw fail('notFound')
    return { of, form }
  }

  const ask = (seat: SilentSeat): Promise<void> =>
    db.transaction(async (tx) => {
      if (!(await store.markAsked(seat, clock.now(), tx))) return
      const { firmId, signupUserId, liveId } = seat
      await events.emit(tx, seatAsked, { firmId, signupUserId, liveId })
    })

  const release = (seat: SilentSeat): Promise<void> =>
    db.transaction(async (tx) => {
      const { firmId, signupId, signupUserId, liveId } = seat
      // As a sign-up does: the form, then its sessions.
      await forms.lock(firmId, signupId, tx)
      const askedBefore = new Date(clock.ms() - (silentSeatMs - askSeatMs))
      if (!(await store.take(seat, askedBefore, clock.now(), tx))) return
      await forms.givePlace(firmId, signupId, liveId, tx)
      await liveUsers.endLink(tx, firmId, liveId, signupUserId)
    })

  const run = async (): Promise<void> => {
    const now = clock.ms()
    const silent = await store.silent(new Date(now - askSeatMs), batch)
    for (const [firmId, seats] of Map.groupBy(silent, (seat) => seat.firmId)) {
      const lives = await liveReader.findMany(firmId, [...new Set(seats.map(({ liveId }) => liveId))])
      const safe = new Set(lives.filter(({ beginAtMs }) => beginAtMs - now > seatSafeMs).map(({ id }) => id))
      for (const seat of seats.filter(({ liveId }) => safe.has(liveId))) {
        const isDue = seat.createdAt.getTime() <= now - silentSeatMs
        if (seat.askedAt === null) await ask(seat)
        else if (isDue) await release(seat)
      }
    }
  }
  jobs.every(seatReleaseTick, everySeconds, run)

  /** Takes a place anew for somebody whose seat was released; false: the session is full. */
  const takeAgain = (of: SeatOfPerson, signupId: string): Promise<boolean> =>
    db.transaction(async (tx) => {
      await forms.lock(of.firmId, signupId, tx)
      if (await store.markSeen(of, clock.now(), tx)) return true
      if (!(await forms.takePlace(of.firmId, signupId, of.liveId, tx))) return false
      await store.insertSeat(of, clock.now(), tx)
      const { firmId, signupUserId, liveId } = of
      await events.emit(tx, 'signup.made', { firmId, signupUserId, liveIds: [liveId], again: false, sending: newId() })
      return true
    })

  return {
    /** Path of the link that the letter has. */
    keepPath: async (of: SeatOfPerson): Promise<string> => {
      const form = await store.formOf(of.firmId, of.signupUserId, of.liveId)
      if (!form) throw fail('notFound')
      return `/f/${form.customUrl}#keep=${keyOf(of, form.email)}`
    },

    /** The page stands open in the browser that signed up, or was opened once more. */
    seen: async (customUrl: string, deviceHash: string | undefined): Promise<void> => {
      const url = CustomUrl.safeParse(customUrl)
      if (deviceHash === undefined || !url.success) return
      const form = await forms.findByUrl(url.data)
      const person = form && (await forms.personByDevice(form.firmId, form.id, deviceHash))
      if (person) await store.markAllSeen(person.firmId, person.id, new Date(clock.ms() - lifeAfterMs), clock.now())
    },

    /** A personal link was opened, however long before its room opens. */
    linkUsed: async (viewerKey: string): Promise<void> => {
      const viewer = await liveUsers.byKey(viewerKey)
      if (!viewer || viewer.signupUserId === null) return
      const { firmId, liveId, signupUserId } = viewer
      await store.markSeen({ firmId, liveId, signupUserId }, clock.now())
    },

    /**
     * The link of the letter: keeps the place, or says what became of it. `again`: takes one once more where it was
     * released. Throws `notFound` for a key that is none.
     */
    keepPlace: async (key: string, again: boolean): Promise<PlaceAnswer> => {
      const { of, form } = await seatOf(key)
      const [live] = await liveReader.findMany(of.firmId, [of.liveId])
      if (!live) throw fail('notFound')
      const status = liveStatusAt(live, clock.ms())
      if (status === 'ended' || status === 'cancelled') return { state: 'over' }
      if (await store.markSeen(of, clock.now())) return { state: 'kept' }
      if (form.releasedAt === null) throw fail('notFound')
      if (!again) return { state: 'released' }
      return { state: (await takeAgain(of, form.id)) ? 'kept' : 'full' }
    },
  }
}
export type SeatRelease = ReturnType<typeof createSeatRelease>
