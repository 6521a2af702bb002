import type { Currency } from '@kaimai/contract/common/money.ts'
import type { PaymentCode } from '@kaimai/contract/gateway/payment-code.schema.ts'
import type { PaymentMethod } from '@kaimai/contract/gateway/payment-method.rules.ts'
import { sql } from 'kysely'
import { type Database, type Executor, json, type Tx } from '../../platform/db/database.ts'

export type SandboxState = 'created' | 'waiting' | 'paid' | 'failed'

export interface SandboxPayment {
  token: string
  merchant: string
  shopName: string
  reference: string
  tradeNo: string
  orderNo: string
  amount: number
  currency: Currency
  state: SandboxState
  method: PaymentMethod
  code: PaymentCode | null
  codeMinutes: number
  codeExpiresAt: Date | null
  deadline: Date
  paysAt: Date | null
  createdAt: Date
}

interface SandboxTables {
  sandboxPayment: SandboxPayment
  sandboxRefund: { key: string; token: string; amount: number; createdAt: Date }
  sandboxNotice: { id: string; token: string; body: string; createdAt: Date; tries: number; deliveredAt: Date | null }
}

export type SandboxChange = Pick<SandboxPayment, 'state'> &
  Partial<Pick<SandboxPayment, 'code' | 'codeExpiresAt' | 'paysAt'>>

/** The sandbox gateway's own books: nothing of ours reads them. */
export const createSandboxStore = (db: Database) => {
  const on = (executor: Executor) => executor.as<SandboxTables>()
  return {
    /** A reference that is known already keeps its payment. */
    open: (row: SandboxPayment): Promise<SandboxPayment> =>
      on(db)
        .insertInto('sandboxPayment')
        .values(row)
        .onConflict((conflict) => conflict.column('reference').doUpdateSet({ reference: row.reference }))
        .returningAll()
        .executeTakeFirstOrThrow(),

    byToken: (token: string): Promise<SandboxPayment | undefined> =>
      on(db).selectFrom('sandboxPayment').selectAll().where('token', '=', token).executeTakeFirst(),

    byReference: (reference: string): Promise<SandboxPayment | undefined> =>
      on(db).selectFrom('sandboxPayment').selectAll().where('reference', '=', reference).executeTakeFirst(),

    /** Gives back, once for a key, no more than was paid; false: it would be more. */
    refund: (
      { key, token, amount }: { readonly key: string; readonly token: string; readonly amount: number },
      at: Date,
    ): Promise<boolean> =>
      db.transaction(async (tx) => {
        const payment = await on(tx)
          .selectFrom('sandboxPayment')
          .select('amount')
          .where('token', '=', token)
          .forUpdate()
          .executeTakeFirstOrThrow()
        const made = await on(tx)
          .selectFrom('sandboxRefund')
          .select(['key', 'amount'])
          .where('token', '=', token)
          .execute()
        if (made.some((refund) => refund.key === key)) return true
        const before = made.reduce((sum, refund) => sum + Number(refund.amount), 0)
        if (before + amount > payment.amount) return false
        await on(tx).insertInto('sandboxRefund').values({ key, token, amount, createdAt: at }).execute()
        return true
      }),

    /** False when the payment is not in that state any more. */
    change: async (token: string, from: SandboxState, change: SandboxChange, tx: Tx): Promise<boolean> => {
      const changed = await on(tx)
        .updateTable('sandboxPayment')
        .set({ ...change, ...(change.code && { code: json(change.code) }) })
        .where('token', '=', token)
        .where('state', '=', from)
        .returning('token')
        .executeTakeFirst()
      return changed !== undefined
    },

    insertNotice: async (
      notice: { id: string; token: string; body: string; createdAt: Date },
      tx: Tx,
    ): Promise<void> => {
      await on(tx)
        .insertInto('sandboxNotice')
        .values({ ...notice, tries: 0, deliveredAt: null })
        .execute()
    },

    /** Counts a try to deliver it. Undefined once it was delivered. */
    tryNotice: (noticeId: string): Promise<{ body: string } | undefined> =>
      on(db)
        .updateTable('sandboxNotice')
        .set({ tries: sql<number>`tries + 1` })
        .where('id', '=', noticeId)
        .where('deliveredAt', 'is', null)
        .returning('body')
        .executeTakeFirst(),

    setDelivered: async (noticeId: string, at: Date): Promise<void> => {
      await on(db).updateTable('sandboxNotice').set({ deliveredAt: at }).where('id', '=', noticeId).execute()
    },
  }
}
