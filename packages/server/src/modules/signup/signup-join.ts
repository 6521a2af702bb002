import type { Database } from '../../platform/db/database.ts'
import type { Barred } from '../block/blocked-people.service.ts'
import type { LiveReader } from '../live/live-reader.service.ts'
import type { LiveUserService } from '../viewer/viewer.service.ts'
import type { SignUpDeskDependencies } from './public-signup.service.ts'

export interface DoorNeeds {
  readonly db: Database
  readonly liveUsers: Pick<LiveUserService, 'ensure' | 'ensureGuest' | 'viewerKeyOf' | 'deviceMark'>
  readonly barred: Barred
  readonly liveReader: Pick<LiveReader, 'findMany'>
}

/** How people who signed up get into rooms: their seats and the links that open them. */
export const createDoor = (needs: DoorNeeds): Pick<SignUpDeskDependencies, 'seats' | 'viewerPath'> => {
  const { db, liveUsers, barred, liveReader } = needs
  return {
    seats: {
      isBarred: (tx, firmId, liveId, { phone, email, deviceHash }) => {
        const deviceHashes = [liveUsers.deviceMark(deviceHash)]
        return barred.isBarred(firmId, liveId, { liveUserIds: [], phones: [phone], emails: [email], deviceHashes }, tx)
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
      // Who is barred gets no link by letter either.
      return user.blocked ? undefined : `/stream/${live.streamId}/${liveUsers.viewerKeyOf(user)}`
    },
  }
}
