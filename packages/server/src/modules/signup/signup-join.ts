import type { Database } from '../../platform/db/database.ts'
import type { BlockedPeople } from '../block/blocked-people.service.ts'
import { together } from '../../platform/together.ts'
import type { LiveReader } from '../live/live-reader.service.ts'
import type { LiveUserService, SeatPerson } from '../viewer/viewer.service.ts'
import type { PublicSignupDeps } from './public-signup.service.ts'

export interface JoinDeps {
  readonly db: Database
  readonly liveUsers: Pick<LiveUserService, 'ensure' | 'ensureAll' | 'ensureGuest' | 'viewerKeyOf' | 'deviceMark'>
  readonly blocked: BlockedPeople
  readonly liveReader: Pick<LiveReader, 'findMany'>
}

/** How people who signed up get into rooms: their seats and the links that open them. */
export const createSignupJoin = (deps: JoinDeps): Pick<PublicSignupDeps, 'seats' | 'viewerPath'> => {
  const { db, liveUsers, blocked, liveReader } = deps

  /** Paths of the personal links to a live, by sign-up. */
  const pathsOf = async (
    firmId: string,
    liveId: string,
    people: readonly SeatPerson[],
  ): Promise<ReadonlyMap<string, string>> => {
    const [live] = await liveReader.findMany(firmId, [liveId])
    if (!live) return new Map()
    const users = await db.transaction((tx) => liveUsers.ensureAll(tx, firmId, liveId, people))
    return new Map(
      [...users].flatMap(([signupUserId, user]) =>
        // A blocked person gets no link by letter either.
        user.blocked ? [] : [[signupUserId, `/stream/${live.streamId}/${liveUsers.viewerKeyOf(user)}`] as const],
      ),
    )
  }

  // Letters to all people of a session ask for the links of many at once.
  const pathsOfSeats = together(
    async (seats: readonly { readonly firmId: string; readonly liveId: string; readonly person: SeatPerson }[]) => {
      const found = new Map<string, ReadonlyMap<string, string>>()
      for (const [liveId, ofLive] of Map.groupBy(seats, (seat) => seat.liveId))
        for (const [firmId, ofFirm] of Map.groupBy(ofLive, (seat) => seat.firmId))
          found.set(
            `${firmId} ${liveId}`,
            await pathsOf(
              firmId,
              liveId,
              ofFirm.map(({ person }) => person),
            ),
          )
      return found
    },
  )

  return {
    seats: {
      isBlocked: (tx, firmId, liveId, { phone, email, deviceHash }) => {
        const deviceHashes = [liveUsers.deviceMark(deviceHash)]
        return blocked.isBlocked(
          firmId,
          liveId,
          { liveUserIds: [], phones: [phone], emails: [email], deviceHashes },
          tx,
        )
      },
      guestSeat: async (tx, firmId, liveId, guest) => {
        const { user, isNew } = await liveUsers.ensureGuest(tx, firmId, liveId, guest)
        return { viewerKey: liveUsers.viewerKeyOf(user), isNew }
      },
      seat: async (tx, firmId, liveId, person) => ({
        viewerKey: liveUsers.viewerKeyOf(await liveUsers.ensure(tx, firmId, liveId, person)),
      }),
    },
    viewerPath: async (firmId, liveId, person) =>
      (await pathsOfSeats({ firmId, liveId, person })).get(`${firmId} ${liveId}`)?.get(person.signupUserId),
  }
}
