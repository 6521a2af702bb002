import type { Database } from '../../platform/db/database.ts'
import type { BlockedPeople } from '../block/blocked-people.service.ts'
import type { LiveReader } from '../live/live-reader.service.ts'
import type { LiveUserService } from '../viewer/viewer.service.ts'
import type { PublicSignupDeps } from './public-signup.service.ts'

export interface JoinDeps {
  readonly db: Database
  readonly liveUsers: Pick<LiveUserService, 'ensure' | 'ensureGuest' | 'viewerKeyOf' | 'deviceMark'>
  readonly blocked: BlockedPeople
  readonly liveReader: Pick<LiveReader, 'findMany'>
}

/** How people who signed up get into rooms: their seats and the links that open them. */
export const createSignupJoin = (deps: JoinDeps): Pick<PublicSignupDeps, 'seats' | 'viewerPath'> => {
  const { db, liveUsers, blocked, liveReader } = deps
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
    viewerPath: async (firmId, liveId, person) => {
      const [live] = await liveReader.findMany(firmId, [liveId])
      if (!live) return undefined
      const user = await db.transaction((tx) => liveUsers.ensure(tx, firmId, liveId, person))
      // A blocked person gets no link by letter either.
      return user.blocked ? undefined : `/stream/${live.streamId}/${liveUsers.viewerKeyOf(user)}`
    },
  }
}
