import type { Clock } from '../clock.ts'
import { json, type Tx } from '../db/database.ts'
import type { FirmCaller } from '../http/caller.ts'
import { newId } from '../ids.ts'
import { cut, logged } from './changes.ts'

/** Who did it: a member from an address, or the platform's operator (no member, no address). */
export interface Actor {
  readonly firmId: string
  readonly memberId: string | null
  readonly actorName: string
  readonly ip: string
}

/** What it was done to: an id, with the name it had (a removed thing can't be asked for its name any more). */
export type AuditTarget = string | { readonly id: string; readonly name: string }

export interface AuditTables {
  audit: {
    id: string
    firmId: string
    memberId: string | null
    actorName: string
    ip: string
    action: string
    target: string
    targetName: string
    change: unknown
    createdAt: Date
  }
}

/** Of a handler's caller: `actorOf(firm, ip)`. */
export const actorOf = (firm: Pick<FirmCaller, 'id' | 'userId' | 'userName'>, ip: string): Actor => ({
  firmId: firm.id,
  memberId: firm.userId,
  actorName: firm.userName,
  ip,
})

/** The name under which the operator's actions stand in a firm's log. */
export const operatorName = 'operator'

export const operatorOf = (firmId: string): Actor => ({ firmId, memberId: null, actorName: operatorName, ip: '' })

/** Who changed what, from where and when: one row a change, in the change's own transaction. */
export const createAudit = ({ clock }: { clock: Clock }) => ({
  /**
   * `action` is '<slug>.<verb>' ('product.change'); `change` what differed (`changesOf`) or the few facts that describe it.
   * Secrets are blotted and long texts cut here, whatever is given.
   */
  record: async (
    tx: Tx,
    by: Actor,
    action: string,
    target: AuditTarget,
    change: Readonly<Record<string, unknown>> = {},
  ): Promise<void> => {
    const { id, name } = typeof target === 'string' ? { id: target, name: '' } : target
    await tx
      .as<AuditTables>()
      .insertInto('audit')
      .values({
        id: newId(),
        ...by,
        action,
        target: id,
        targetName: cut(name),
        change: json(logged(change)),
        createdAt: clock.now(),
      })
      .execute()
  },

  /** A person's data are erased: rows about them keep what was done, by whom and when. */
  pseudonymise: async (tx: Tx, firmId: string, targets: readonly string[], name: string): Promise<void> => {
    await tx
      .as<AuditTables>()
      .updateTable('audit')
      .set({ targetName: name, change: json({}) })
      .where('firmId', '=', firmId)
      .where('target', 'in', targets)
      .execute()
  },
})
export type Audit = ReturnType<typeof createAudit>
