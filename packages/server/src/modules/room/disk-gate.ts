import { errorTable } from '@kaimai/contract/common/error.ts'
import { unlimitedDisk, type DiskSpaceMonitor } from '../../platform/disk-space-monitor.ts'
import { guarded } from '../../platform/guarded.ts'
import type { Log } from '../../platform/log/log.ts'
import type { RoomOrders } from './order-port.ts'
import type { Voting } from './poll-vote.ts'

/** What viewers do by their socket, as long as the disk has room for it; comments are refused by `room-say.ts`. */
export const createDiskGate = ({
  diskSpace = unlimitedDisk,
  log,
}: {
  diskSpace?: DiskSpaceMonitor | undefined
  log: Pick<Log, 'error'>
}) => {
  const isFull = async (): Promise<boolean> => (await diskSpace.level()) !== 'ok'
  return {
    /** A vote that finds no room is refused with an error text, to the page that sent it. */
    vote: (vote: Voting['vote']): Voting['vote'] =>
      guarded(
        log,
        'a vote could not be taken',
        async (...[instance, connection, message]: Parameters<Voting['vote']>) => {
          if (!(await isFull())) return vote(instance, connection, message)
          const refused = errorTable.diskFull.message[connection.language]
          instance.sendTo(connection, { t: 'voted', poll: message.poll, refused })
        },
      ),
    /** A choice that finds no room is dropped as one that came too fast: its chips stay, and may be tapped again. */
    choose:
      (choose: RoomOrders['choose']): RoomOrders['choose'] =>
      async (...of) =>
        (await isFull()) ? undefined : choose(...of),
    /** What a node writes of its rooms by itself waits in memory. */
    unlessCritical: async (write: () => Promise<void>): Promise<void> => {
      if ((await diskSpace.level()) !== 'critical') await write()
    },
    unlessFull: async (write: () => Promise<void>): Promise<void> => {
      if (!(await isFull())) await write()
    },
  }
}
export type DiskGate = ReturnType<typeof createDiskGate>
