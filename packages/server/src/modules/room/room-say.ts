import {
  type ErrorText,
  type ErrorTextWithValues,
  formatErrorText,
  withValues,
} from '@kaimai/contract/common/error-text.ts'
import type { Fact, ClientMessage } from '@kaimai/contract/room/room.protocol.ts'
import { roomErrors } from '@kaimai/contract/room/room.errors.ts'
import type { ChatUser } from '@kaimai/contract/room/room-event.schema.ts'
import { readSaid } from '@kaimai/contract/room/say.rules.ts'
import type { ErrorName } from '@kaimai/contract/common/error.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log/log.ts'
import { unlimitedDisk, type DiskSpaceMonitor } from '../../platform/disk-space-monitor.ts'
import { noOrders, type RoomOrders } from './order-port.ts'
import type { RoomInstance } from './room-instance.ts'
import { chatUserOf, type Identity } from './tickets.ts'
import type { RoomLog } from './room-log.ts'
import type { NameFaultOf } from './shop-names.ts'
import type { ViewerConnection } from './viewer-connection.ts'

type Say = Extract<ClientMessage, { t: 'say' }>

/** Whole minutes left of a time-out, at least one; 0: it is over. */
const minutesLeft = (untilMs: number, nowMs: number): number => Math.max(0, Math.ceil((untilMs - nowMs) / 60_000))

/** A message that could not be written is tried again after so long; the same id makes it the same message. */
const tryAgainMs = 1_000

/** A viewer speaks: the answer is the acknowledgement after the commit, or why not, in the viewer's language. */
export const createSay = (deps: {
  roomLog: Pick<RoomLog, 'append'>
  clock: Clock
  log: Pick<Log, 'warn'>
  orders?: Pick<RoomOrders, 'read' | 'carryOut'>
  diskSpace?: Pick<DiskSpaceMonitor, 'level'>
  /** Without it nobody's name reads like the shop's. */
  nameFault?: NameFaultOf
}) => {
  const { roomLog, clock, log, orders = noOrders, diskSpace = unlimitedDisk } = deps

  /** The speaker as others see it, and that it is a viewer where the name may deceive. A name is no reason to be silent. */
  const speakerOf = async (live: Parameters<NameFaultOf>[0], identity: Identity): Promise<ChatUser> => {
    const user = chatUserOf(identity)
    const fault = await deps.nameFault?.(live, user.name).catch((error: unknown) => {
      log.warn({ err: error }, 'a name could not be compared with those of its shop')
      return undefined
    })
    return fault === undefined ? user : { ...user, likeShop: true }
  }

  return async (
    instance: RoomInstance,
    connection: ViewerConnection,
    { id, text, question }: Say,
  ): Promise<Fact | undefined> => {
    const refuse = (error: ErrorName, reason: ErrorText | ErrorTextWithValues, retryAfterMs?: number): Fact => ({
      t: 'refused',
      id,
      error,
      message: formatErrorText(reason, connection.language),
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    })
    const { identity } = connection
    const viewer = instance.audience.find(identity.liveUserId)
    // The connection has been ended already.
    if (viewer === undefined) return undefined
    const said = readSaid(text)
    if ('refused' in said) {
      return refuse(said.refused === roomErrors.saidTooLong ? 'tooLarge' : 'invalid', said.refused)
    }
    if ((await diskSpace.level()) !== 'ok') return refuse('diskFull', roomErrors.diskFull)
    const untilMs = instance.timeline.timeOut(identity.publicId, clock.ms())
    if (untilMs !== undefined)
      return refuse('forbidden', withValues(roomErrors.timedOut, { count: minutesLeft(untilMs, clock.ms()) }))
    const early = instance.audience.speak(
      viewer,
      clock.ms(),
      instance.slow(),
      id,
      instance.timeline.saidMs(identity.publicId),
    )
    if (early !== undefined)
      return refuse('tooManyRequests', early.isSlow ? roomErrors.slowMode : roomErrors.saidTooMuch, early.wait)
    const { id: liveId, firmId, beginAtMs } = instance.live()
    const place = { firmId, liveId, beginAtMs }
    const user = await speakerOf(instance.live(), identity)
    // A name is free as well, and stands beside every word.
    const held = instance.isBanned(said.text) || instance.isBanned(user.name)
    // What waits for the staff, and what is asked, is no order.
    const reading = held || question ? undefined : orders.read(said.text, instance.orderable())
    try {
      const { seq, ms, repeated } = await roomLog.append(place, {
        event: { kind: 'commented', user, text: said.text, ...(question ? { question } : {}) },
        liveUserId: identity.liveUserId,
        key: id,
        held,
        ...(reading === undefined ? {} : { asked: reading }),
      })
      instance.showedLife(connection)
      if (reading !== undefined && !repeated) {
        orders
          .carryOut(place, { seq, liveUserId: identity.liveUserId, user, text: said.text, reading })
          .catch((error: unknown) => log.warn({ err: error, liveId, seq }, 'an order by comment waits for the sweep'))
      }
      return { t: 'said', id, seq, ms }
    } catch (error) {
      log.warn({ err: error, liveId }, 'a message could not be written')
      return refuse('busy', roomErrors.notSaid, tryAgainMs)
    }
  }
}
export type SayHandler = ReturnType<typeof createSay>
