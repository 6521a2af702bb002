import {
  BankAccount,
  type ShopperRefund,
  type ShownAccount,
  type StaffRefund,
} from '@kaimai/contract/refund/refund.schema.ts'
import type { Secret } from '../../platform/secret.ts'
import type { RefundRow } from './refund.tables.ts'

export const accountPurpose = 'refund account'

/** A refund with the way that its payment was paid. */
export type PaidRefund = RefundRow & { readonly method: string }

const redacted = (end: string): ShownAccount => ({ bankCode: '•••', account: `•••••${end}`, holder: '•••' })

const accountOf = (
  refund: RefundRow,
  maySeePersonal: boolean,
  secret: Pick<Secret, 'decrypt'>,
): ShownAccount | null => {
  const { id, account, accountEnd } = refund
  if (accountEnd === '') return null
  if (account === '' || !maySeePersonal) return redacted(accountEnd)
  return BankAccount.parse(JSON.parse(secret.decrypt(accountPurpose, account, id)))
}

export const presentStaffRefund = (
  refund: PaidRefund,
  maySeePersonal: boolean,
  secret: Pick<Secret, 'decrypt'>,
): StaffRefund => {
  const {
    id,
    paymentId,
    method,
    state,
    amount,
    lines,
    fees,
    restocked,
    memo,
    words,
    wordsEn,
    problem,
    owed,
    createdBy,
    doneBy,
  } = refund
  return {
    id,
    paymentId,
    method,
    state,
    amount,
    lines,
    fees,
    restocked,
    memo,
    words,
    wordsEn,
    problem,
    owed,
    account: accountOf(refund, maySeePersonal, secret),
    createdAt: refund.createdAt.toISOString(),
    createdBy,
    doneAt: refund.doneAt?.toISOString() ?? null,
    doneBy,
  }
}

/** Withdrawn ones are none of the buyer's concern. */
export const presentShopperRefunds = (refunds: readonly PaidRefund[]): ShopperRefund[] =>
  refunds.flatMap(({ id, method, state, amount, accountEnd, createdAt, doneAt }) =>
    state === 'withdrawn'
      ? []
      : [
          {
            id,
            amount,
            state: state === 'done' ? 'done' : state === 'manual' && accountEnd === '' ? 'needsAccount' : 'underWay',
            method,
            accountEnd,
            createdAt: createdAt.toISOString(),
            doneAt: doneAt?.toISOString() ?? null,
          },
        ],
  )
