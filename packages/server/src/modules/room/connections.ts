import type { Clock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { ConnectionStore } from '../live-hours/connection.store.ts'
import { createFairShare } from './fair-share.ts'
import type { ConnectionRow } from '../live-hours/live-hours.tables.ts'

interface Viewing {
  readonly firmId: string
  readonly liveId: string
  readonly liveUserId: string
  /** Has not signed up; without it is charged in any case. */
  readonly anonymous?: boolean
}

interface Present {
  row: ConnectionRow
  readonly network: string
  readonly isAnonymous: boolean
  /** Has shown to be a person. */
  isActive: boolean
  isAsked: boolean
}

const nameOf = ({ liveId, liveUserId }: Pick<Viewing, 'liveId' | 'liveUserId'>): string => `${liveId} ${liveUserId}`

/**
 * Who is connected to this node, as rows: who came and went is written in one batch each second, so that figures follow
 * within seconds and no viewer costs a query of its own; that the others are still there every 15 s, so that what a
 * killed node leaves behind ends when it was last written. Who is one too many of a network is written as not charged,
 * until a sign of life is written beside.
 */
export const createConnections = (deps: { store: ConnectionStore; clock: Clock; node: string }) => {
  const { store, clock, node } = deps
  const fairShare = createFairShare(clock)
  const open = new Map<string, Present>()
  const byId = new Map<string, Present>()
  let unsaved: ConnectionRow[] = []
  let ended: { id: string; at: Date }[] = []
  let freed: string[] = []
  let active: string[] = []
  let unasked: Present[] = []
  let writing: Promise<void> = Promise.resolve()

  /** Finds out who of those that are not charged must still be asked for a sign of life. */
  const findUnasked = async (): Promise<void> => {
    const silent = [...open.values()].filter(({ row, isActive, isAsked }) => row.uncharged && !isActive && !isAsked)
    if (silent.length === 0) return
    // On another node, or before a reload, they may have given one.
    const known = await store.active(silent.map(({ row }) => row.liveUserId))
    for (const present of silent) {
      present.isAsked = true
      if (known.has(present.row.liveUserId)) present.isActive = true
      else unasked.push(present)
    }
  }

  const saveChanges = async (): Promise<void> => {
    const now = clock.now()
    // Kept until they are written: a database that is away for a while loses nothing.
    const rows = [...unsaved]
    await store.insert(rows.map((row) => ({ ...row, lastSeenAt: now, closedAt: null })))
    unsaved = unsaved.slice(rows.length)
    const free = [...freed]
    await store.free(free)
    freed = freed.slice(free.length)
    const shown = [...active]
    await store.setActive(shown, now)
    active = active.slice(shown.length)
    const closed = [...ended]
    await store.close(closed)
    ended = ended.slice(closed.length)
  }

  const saveAll = async (): Promise<void> => {
    await saveChanges()
    await store.see([...byId.keys()], clock.now())
    await findUnasked()
    fairShare.sweep()
  }

  /** One batch at a time: what comes while one is written goes with the next. */
  const inTurn = (write: () => Promise<void>): Promise<void> => {
    const written = writing.then(write)
    writing = written.catch(() => undefined)
    return written
  }

  const chargeNoMore = (id: string): void => {
    const present = byId.get(id)
    if (present === undefined || present.isActive) return
    present.row = { ...present.row, uncharged: true }
    // Both: the row may be on its way to the database at this very moment.
    freed.push(id)
    const at = unsaved.findIndex((row) => row.id === id)
    if (at !== -1) unsaved[at] = present.row
  }

  return {
    /** `network`: where the viewer's connection comes from; empty: this machine's own. */
    arrived: (viewing: Viewing, network = ''): void => {
      const { firmId, liveId, liveUserId, anonymous: isAnonymous = false } = viewing
      const now = clock.now()
      const id = newId()
      const { isCharged, freed: nowFree } = isAnonymous
        ? fairShare.arrive(liveId, network, id)
        : { isCharged: true, freed: [] }
      const place = { id, firmId, liveId, liveUserId, node, uncharged: !isCharged }
      const row = { ...place, openedAt: now, lastSeenAt: now, closedAt: null }
      const present = { row, network, isAnonymous, isActive: false, isAsked: false }
      open.set(nameOf(viewing), present)
      byId.set(id, present)
      unsaved.push(row)
      for (const free of nowFree) chargeNoMore(free)
    },

    gone: (viewing: Pick<Viewing, 'liveId' | 'liveUserId'>): void => {
      const present = open.get(nameOf(viewing))
      if (present === undefined) return
      const { id, liveId } = present.row
      open.delete(nameOf(viewing))
      byId.delete(id)
      fairShare.leave(liveId, present.network, id)
      ended.push({ id, at: clock.now() })
    },

    /** The viewer did what a person does: said something, chose, or answered that it is watching. */
    showedLife: (viewing: Pick<Viewing, 'liveId' | 'liveUserId'>): void => {
      const present = open.get(nameOf(viewing))
      if (present === undefined || !present.isAnonymous || present.isActive) return
      const { id, liveId, liveUserId } = present.row
      if (!fairShare.mayShowLife(liveId, present.network)) return
      present.isActive = true
      active.push(liveUserId)
      fairShare.leave(liveId, present.network, id)
    },

    /** Whether this viewer is one too many of its network and has given no sign of life. */
    isUnknown: (viewing: Pick<Viewing, 'liveId' | 'liveUserId'>): boolean => {
      const present = open.get(nameOf(viewing))
      return present !== undefined && present.row.uncharged && !present.isActive
    },

    /** Who is not charged and must be asked for a sign of life; each once. */
    takeUnasked: (): { readonly liveId: string; readonly liveUserId: string }[] => {
      const asked = unasked
      unasked = []
      return asked.map(({ row: { liveId, liveUserId } }) => ({ liveId, liveUserId }))
    },

    /** Whether somebody came, went, or is charged otherwise, and it is not written yet. */
    hasChanges: (): boolean => [unsaved, freed, active, ended].some(({ length }) => length > 0),

    /** Writes who came, who went, and who is charged otherwise. */
    flushChanges: (): Promise<void> => inTurn(saveChanges),

    /** Writes that, and that the others are still there. */
    flush: (): Promise<void> => inTurn(saveAll),
  }
}
export type Connections = ReturnType<typeof createConnections>
