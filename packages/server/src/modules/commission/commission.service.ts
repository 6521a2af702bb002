import { selfPurchaseBy } from '@kaimai/contract/association/association.rules.ts'
import {
  commissionOf,
  dueAtMs,
  refundedBase,
  reversedOf,
  type SaleRefund,
} from '@kaimai/contract/commission/commission.rules.ts'
import type { Commission } from '@kaimai/contract/commission/commission.schema.ts'
import { offsetOf, type Page, pageAt } from '@kaimai/contract/common/page.ts'
import { taipeiDay } from '@kaimai/contract/common/taipei.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AssociationService } from '../association/association.service.ts'
import type { FirmService } from '../firm/firm.service.ts'
import type { CommissionFacts } from '../order/order.service.ts'
import type { PartnerService } from '../partner/partner.service.ts'
import type { CommissionQuery, CommissionStore } from './commission.store.ts'
import type { CommissionEntryRow, CommissionRow } from './commission.tables.ts'
import './commission.events.ts'

/** A refund that an order was given, or had before it was withdrawn. */
export interface OrderRefund extends SaleRefund {
  readonly id: string
  /** Of money that the order was not paid with. */
  readonly owed: boolean
}

export interface CommissionServiceDeps {
  readonly platform: Pick<Platform, 'db' | 'clock' | 'events'>
  readonly store: CommissionStore
  readonly firms: Pick<FirmService, 'publicFirm'>
  readonly sale: (firmId: string, orderId: string) => Promise<CommissionFacts>
  /** Withdrawn ones too. */
  readonly refundsOf: (firmId: string, orderId: string) => Promise<readonly OrderRefund[]>
  readonly associations: Pick<AssociationService, 'termsAt' | 'named'>
  readonly partners: Pick<PartnerService, 'identity'>
}

const withdrawn = (refundId: string): string => `${refundId} withdrawn`

/** The ledger of what partners earn: written when an order is paid and when money of it goes back, once for each cause. */
export const createCommissionService = (deps: CommissionServiceDeps) => {
  const { platform, store, firms, sale, refundsOf, associations, partners } = deps
  const { db, clock, events } = platform

  const entryOf = (
    { firmId, partnerId, id: commissionId, dueAt }: CommissionRow,
    entry: Pick<CommissionEntryRow, 'kind' | 'sourceId' | 'amount'>,
  ): CommissionEntryRow => {
    const at = clock.now()
    // What is taken back while the commission is pending never becomes due without it.
    return {
      ...entry,
      id: newId(),
      firmId,
      partnerId,
      commissionId,
      at,
      dueAt: dueAt > at ? dueAt : at,
      statementId: null,
    }
  }

  /** What an order earns by the terms of its own time; undefined: nobody earns it. Play money earns in the demo shop alone. */
  const commissionFor = async (firmId: string, orderId: string): Promise<CommissionRow | undefined> => {
    const order = await sale(firmId, orderId)
    const { associationId, associationVisitAt, associationSignupId, paidAt, currency, isTest } = order
    if (associationId === null || associationVisitAt === null || paidAt === null) return undefined
    // All money of the demo shop is play money, what it pays to partners too.
    if (isTest && !(await firms.publicFirm(firmId)).isDemo) return undefined
    const terms = await associations.termsAt(firmId, associationId, order.createdAt)
    if (terms === undefined) return undefined
    const { partnerId, signupIds, productIds, rateKind } = terms
    const isForAll =
      (signupIds.length === 0 && productIds.length === 0) ||
      (associationSignupId !== null && signupIds.includes(associationSignupId))
    const lines = order.lines.filter(
      ({ productId }) => isForAll || (productId !== null && productIds.includes(productId)),
    )
    const selfPurchase = selfPurchaseBy(order, await partners.identity(firmId, partnerId)) ?? ''
    const rate = { kind: rateKind, basisPoints: terms.basisPoints ?? 0, amount: terms.amount ?? 0 }
    const earned = commissionOf(selfPurchase === '' ? rate : { ...rate, basisPoints: 0, amount: 0 }, lines, currency)
    return {
      id: newId(),
      firmId,
      partnerId,
      associationId,
      orderId,
      orderNo: order.orderNo,
      signupId: associationSignupId,
      currency,
      rateKind,
      basisPoints: rate.basisPoints,
      base: earned.base,
      amount: earned.amount,
      lines: [...earned.lines],
      total: order.total,
      selfPurchase,
      visitAt: associationVisitAt,
      paidAt,
      dueAt: new Date(dueAtMs(paidAt.getTime())),
    }
  }

  const paid = async (firmId: string, orderId: string): Promise<void> => {
    if (await store.has(firmId, orderId)) return
    const row = await commissionFor(firmId, orderId)
    if (!row) return
    await db.transaction(async (tx) => {
      if (!(await store.insert(row, tx))) return
      await store.addEntry(entryOf(row, { kind: 'earned', sourceId: orderId, amount: row.amount }), tx)
      const { id: commissionId, partnerId, amount, currency, dueAt } = row
      if (amount === 0) return
      const day = taipeiDay(clock.ms())
      const earned = { firmId, partnerId, commissionId, amount, currency, dueAtMs: dueAt.getTime(), day }
      await events.emit(tx, 'commission.earned', earned)
    })
  }

  /** Which refunds stand for the ledger, once this cause is written: those it knows, without what was withdrawn. */
  const standing = (
    refunds: readonly OrderRefund[],
    entries: readonly CommissionEntryRow[],
    cause: string,
  ): OrderRefund[] => {
    const causes = new Set([...entries.map(({ sourceId }) => sourceId), cause])
    return refunds.filter(({ id, owed }) => !owed && causes.has(id) && !causes.has(withdrawn(id)))
  }

  /** Moves the ledger to what stands with a refund, or without it again. The sale's own rate and lines decide. */
  const follow = async (firmId: string, orderId: string, cause: string, kind: CommissionEntryRow['kind']) => {
    const refunds = await refundsOf(firmId, orderId)
    if (refunds.some(({ id, owed }) => owed && cause.startsWith(id))) return
    // The event of the refund may be handled before that of the payment.
    await paid(firmId, orderId)
    await db.transaction(async (tx) => {
      const row = await store.lock(firmId, orderId, tx)
      if (!row) return
      const entries = await store.entries(firmId, row.id, tx)
      if (entries.some(({ sourceId }) => sourceId === cause)) return
      const target = row.amount - reversedOf(row, refundedBase(row, standing(refunds, entries, cause)))
      const now = entries.reduce((sum, { amount }) => sum + amount, 0)
      await store.addEntry(entryOf(row, { kind, sourceId: cause, amount: target - now }), tx)
    })
  }

  return {
    paid,

    refunded: (firmId: string, orderId: string, refundId: string) => follow(firmId, orderId, refundId, 'reversed'),

    refundWithdrawn: (firmId: string, orderId: string, refundId: string) =>
      follow(firmId, orderId, withdrawn(refundId), 'restored'),

    list: async (
      firmId: string,
      { limit, cursor, ...query }: CommissionQuery & { readonly limit: number; readonly cursor?: string | undefined },
    ): Promise<Page<Commission>> => {
      const offset = offsetOf(cursor)
      const [{ rows, total }, links] = await Promise.all([
        store.list(firmId, query, { limit, offset }),
        associations.named(firmId, query.partnerId),
      ])
      const linkOf = new Map(links.map((link) => [link.id, link]))
      const items = rows.map((row): Commission => {
        const { id, partnerId, associationId, orderNo, currency, rateKind, basisPoints, base, amount, reversed } = row
        const link = linkOf.get(associationId)
        return {
          id,
          partnerId,
          associationId,
          orderNo,
          currency,
          rateKind,
          basisPoints,
          base,
          amount,
          reversed,
          partnerName: link?.partnerName ?? '',
          code: link?.code ?? '',
          selfPurchase: row.selfPurchase,
          visitAt: row.visitAt.toISOString(),
          paidAt: row.paidAt.toISOString(),
          dueAt: row.dueAt.toISOString(),
          state: row.dueAt > clock.now() ? 'pending' : 'due',
        }
      })
      return pageAt(items, total, offset)
    },
  }
}
export type CommissionService = ReturnType<typeof createCommissionService>
