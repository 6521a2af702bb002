import { z } from 'zod'
import { type Audit, operatorOf } from '../../platform/audit/audit.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { shopChanged } from '../../platform/shop-hints.ts'
import type { AuthStore } from './auth.store.ts'

/** Bus topic: something about a firm as a whole has changed. A hint: who misses it finds out within `heldMs`. */
export const firmTopic = 'firm'
const FirmHint = z.object({ firmId: z.string() })

const heldMs = 5_000
const maxHeld = 10_000

export interface SuspensionDeps {
  readonly platform: { readonly db: Database; readonly clock: Clock; readonly bus: Bus; readonly audit: Audit }
  readonly store: AuthStore
}

/**
 * A suspended firm is closed: its members are logged out and can't come back, viewers' keys open nothing, its rooms end
 * and its pages are not there. Nothing is lost; `restore` opens it again.
 */
export const createSuspension = ({ platform, store }: SuspensionDeps) => {
  const { db, clock, bus, audit } = platform
  const held = new Map<string, { atMs: number; suspended: Promise<boolean> }>()
  bus.subscribe(firmTopic, (message) => {
    const hint = FirmHint.safeParse(message)
    if (hint.success) held.delete(hint.data.firmId)
  })

  /** True when it was otherwise before. */
  const set = (firmId: string, suspended: boolean, reason: string): Promise<boolean> =>
    db.transaction(async (tx) => {
      const now = clock.now()
      if (!(await store.setSuspended(firmId, suspended ? now : null, tx))) return false
      if (suspended) await store.endFirmSessions(firmId, now, tx)
      const change = reason === '' ? {} : { reason }
      await audit.record(tx, operatorOf(firmId), suspended ? 'firm.suspend' : 'firm.restore', firmId, change)
      tx.afterCommit(() => {
        held.delete(firmId)
        bus.publish(firmTopic, { firmId })
        shopChanged(bus, firmId)
      })
      return true
    })

  return {
    suspend: (firmId: string, reason: string): Promise<boolean> => set(firmId, true, reason),
    restore: (firmId: string, reason: string): Promise<boolean> => set(firmId, false, reason),

    /** For calls that come by the thousand: at most 5 s old, and at once where the bus arrives. */
    isSuspended: (firmId: string): Promise<boolean> => {
      const known = held.get(firmId)
      const nowMs = clock.ms()
      if (known !== undefined && nowMs - known.atMs < heldMs) return known.suspended
      const suspended = store.isSuspended(firmId)
      suspended.catch(() => held.delete(firmId))
      if (held.size >= maxHeld) held.clear()
      held.set(firmId, { atMs: nowMs, suspended })
      return suspended
    },
  }
}
export type Suspension = ReturnType<typeof createSuspension>
