import { fail } from '@kaimai/contract/common/error.ts'
import { mayPeek } from '@kaimai/contract/signup/peek.rules.ts'
import type { Peek } from '@kaimai/contract/signup/public-signup.routes.ts'
import type { z } from 'zod'
import type { BlockedPeople } from '../block/blocked-people.service.ts'
import type { LiveReader } from '../live/live-reader.service.ts'
import type { PeekCount } from '../live/peek-count.service.ts'
import type { RoomService } from '../room/room.service.ts'
import type { LiveUserService } from '../viewer/viewer.service.ts'
import type { FormSessions } from './form-sessions.ts'
import type { SignupFormRow } from './signup.tables.ts'

export interface PeekDeps {
  readonly published: (customUrl: string) => Promise<SignupFormRow>
  readonly sessions: Pick<FormSessions, 'all'>
  readonly liveReader: Pick<LiveReader, 'findMany'>
  readonly rooms: Pick<RoomService, 'show'>
  readonly blocked: BlockedPeople
  readonly liveUsers: Pick<LiveUserService, 'deviceMark'>
  readonly peeks: Pick<PeekCount, 'add'>
}

/** A running live seen from its form: the picture and how the room stands as a whole, nothing that anybody said or is called. */
export const createPeeks = (deps: PeekDeps) => {
  const { published, sessions, liveReader, rooms, blocked, liveUsers, peeks } = deps

  /** `isCounted`: false for whoever opens so many that it is no person. Throws `gone` where nothing may be watched. */
  return async (
    { customUrl, key }: { customUrl: string; key: string },
    deviceHash: string | undefined,
    isCounted: boolean,
  ): Promise<z.input<typeof Peek>> => {
    const form = await published(customUrl)
    const session = (await sessions.all(form)).find((each) => each.key === key)
    if (!session || session.liveId === null || !mayPeek({ pageType: form.pageType, peek: form.content.peek }, session))
      throw fail('gone')
    const [live] = await liveReader.findMany(form.firmId, [session.liveId])
    if (!live) throw fail('gone')
    if (deviceHash !== undefined) {
      const person = { liveUserIds: [], phones: [], emails: [], deviceHashes: [liveUsers.deviceMark(deviceHash)] }
      // Who was sent out of the room doesn't look in by its window.
      if (await blocked.isBlocked(form.firmId, live.id, person)) throw fail('gone')
    }
    const room = await rooms.show(live.streamId)
    if (room.status !== 'live' || room.playlistUrl === '') throw fail('gone')
    if (isCounted) await peeks.add(form.firmId, live.id)
    const { playlistUrl, beginAt, endAt, online, simulated, disclosure, now } = room
    return {
      playlistUrl,
      tall: room.tall === true,
      beginAt,
      endAt,
      online,
      ...(simulated ? { simulated } : {}),
      disclosure,
      now,
    }
  }
}
