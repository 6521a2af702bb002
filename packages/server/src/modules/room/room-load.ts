import { roomLimits } from '@kaimai/contract/room/room.protocol.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Secret } from '../../platform/secret.ts'
import type { Connections } from './connections.ts'
import { createRoomInstance, type RoomInstance } from './room-instance.ts'
import type { RoomInstanceDeps } from './room-instance-deps.ts'
import type { RoomShow } from './room-show.ts'
import type { RoomStore } from './room.store.ts'
import type { Tickets } from './tickets.ts'

const readAtOnce = 500

/**
 * A room as it stands in the database, ready for its first seat on this node; undefined when there is none. What it plays
 * is read after the end of the log is known: a cue that was missed here is told of by the log afterwards.
 */
export const loadRoomInstance = async (
  deps: {
    readonly store: Pick<RoomStore, 'open' | 'newest' | 'marksUpTo' | 'after'>
    readonly connections: Pick<Connections, 'arrived' | 'gone' | 'showedLife' | 'isUnknown'>
    readonly tickets: Pick<Tickets, 'resumeFor'>
    readonly hearts?: ((place: { firmId: string; liveId: string }) => RoomInstanceDeps['hearts']) | undefined
    readonly platform: { readonly clock: Clock; readonly log: Log; readonly secret: Secret }
  },
  { firmId, liveId }: { readonly firmId: string; readonly liveId: string },
  showOf: (firmId: string, liveId: string) => Promise<RoomShow | undefined>,
  happened: { readonly recued: () => void; readonly failed: (error: unknown) => void },
): Promise<RoomInstance | undefined> => {
  const { store, connections, tickets } = deps
  const { clock, log, secret } = deps.platform
  if ((await showOf(firmId, liveId)) === undefined) return undefined
  const { lastSeq, blockEpoch } = await store.open(firmId, liveId, clock.now())
  const show = await showOf(firmId, liveId)
  if (show === undefined) return undefined
  const [newest, marked] = await Promise.all([
    store.newest(firmId, liveId, lastSeq, roomLimits.resumeLength),
    store.marksUpTo(firmId, liveId, lastSeq),
  ])
  const heartsOf = deps.hearts?.({ firmId, liveId })
  const instance = createRoomInstance(
    {
      clock,
      secret,
      log,
      read: (afterSeq) => store.after(firmId, liveId, afterSeq, readAtOnce),
      resumeFor: tickets.resumeFor,
      arrived: connections.arrived,
      gone: connections.gone,
      showedLife: connections.showedLife,
      waitsForTurn: connections.isUnknown,
      ...happened,
      ...(heartsOf === undefined ? {} : { hearts: heartsOf }),
    },
    show,
    blockEpoch,
  )
  instance.timeline.load(lastSeq, newest, marked)
  return instance
}
