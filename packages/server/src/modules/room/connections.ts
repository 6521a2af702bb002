import type { Clock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { ConnectionStore } from './connection.store.ts'
import type { ConnectionRow } from './room.tables.ts'

interface Viewing {
  readonly firmId: string
  readonly liveId: string
  readonly liveUserId: string
}

const nameOf = ({ liveId, liveUserId }: Viewing): string => `${liveId} ${liveUserId}`

/**
 * Who is connected to this node, as rows: written in one batch every 15 s, so that a viewer who comes and goes costs
 * no query of its own, and what a killed node leaves behind ends when it was last written.
 */
export const createConnections = (needs: { store: ConnectionStore; clock: Clock; node: string }) => {
  const { store, clock, node } = needs
  const open = new Map<string, ConnectionRow>()
  let unsaved: ConnectionRow[] = []
  let ended: { id: string; at: Date }[] = []
  let flushing: Promise<void> | undefined

  const save = async (): Promise<void> => {
    const now = clock.now()
    // Kept until they are written: a database that is away for a while loses nothing.
    const rows = [...unsaved]
    await store.insert(rows.map((row) => ({ ...row, lastSeenAt: now, closedAt: null })))
    unsaved = unsaved.slice(rows.length)
    const closed = [...ended]
    await store.close(closed)
    ended = ended.slice(closed.length)
    await store.see(node, now)
  }

  return {
    arrived: (viewing: Viewing): void => {
      const { firmId, liveId, liveUserId } = viewing
      const now = clock.now()
      const row = { id: newId(), firmId, liveId, liveUserId, node, openedAt: now, lastSeenAt: now, closedAt: null }
      open.set(nameOf(viewing), row)
      unsaved.push(row)
    },

    gone: (viewing: Viewing): void => {
      const row = open.get(nameOf(viewing))
      if (row === undefined) return
      open.delete(nameOf(viewing))
      ended.push({ id: row.id, at: clock.now() })
    },

    /** Writes what has changed, one batch at a time. */
    flush: (): Promise<void> => {
      flushing ??= save().finally(() => {
        flushing = undefined
      })
      return flushing
    },
  }
}
export type Connections = ReturnType<typeof createConnections>
