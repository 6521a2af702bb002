import { sayReason, type Reason } from '@kaimai/contract/common/reason.ts'
import type { Fact, Wish } from '@kaimai/contract/room/room.protocol.ts'
import { roomReasons } from '@kaimai/contract/room/room.reasons.ts'
import { readSaid } from '@kaimai/contract/room/say.rules.ts'
import type { ErrorName } from '@kaimai/contract/common/error.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log/log.ts'
import { chatUserOf, type Floor } from './room-floor.ts'
import type { RoomLog } from './room-log.ts'
import type { Seat } from './seat.ts'

type Say = Extract<Wish, { t: 'say' }>

/** A message that could not be written is tried again after so long; the same id makes it the same message. */
const tryAgainMs = 1_000

/** A viewer speaks: the answer is the acknowledgement after the commit, or why not, in the viewer's language. */
export const createSay = (needs: { roomLog: Pick<RoomLog, 'append'>; clock: Clock; log: Pick<Log, 'warn'> }) => {
  const { roomLog, clock, log } = needs
  return async (floor: Floor, seat: Seat, { id, text }: Say): Promise<Fact | undefined> => {
    const refuse = (error: ErrorName, reason: Reason, retryAfterMs?: number): Fact => ({
      t: 'refused',
      id,
      error,
      message: sayReason(reason, seat.language),
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    })
    const { identity } = seat
    const viewer = floor.audience.find(identity.liveUserId)
    // The connection has been ended already.
    if (viewer === undefined) return undefined
    const said = readSaid(text)
    if ('refused' in said) {
      return refuse(said.refused === roomReasons.saidTooLong ? 'tooLarge' : 'invalid', said.refused)
    }
    const retryAfterMs = floor.audience.speak(viewer, clock.ms())
    if (retryAfterMs !== undefined) return refuse('tooManyRequests', roomReasons.saidTooMuch, retryAfterMs)
    const { id: liveId, firmId, beginAtMs } = floor.live()
    try {
      const { seq, ms } = await roomLog.append(
        { firmId, liveId, beginAtMs },
        {
          event: { kind: 'commented', user: chatUserOf(identity), text: said.text },
          liveUserId: identity.liveUserId,
          key: id,
          held: floor.isBanned(said.text),
        },
      )
      return { t: 'said', id, seq, ms }
    } catch (error) {
      log.warn({ err: error, liveId }, 'a message could not be written')
      return refuse('busy', roomReasons.notSaid, tryAgainMs)
    }
  }
}
export type SayHandler = ReturnType<typeof createSay>
