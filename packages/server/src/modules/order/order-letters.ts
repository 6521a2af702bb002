import { showMoney } from '@kaimai/contract/common/money.ts'
import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import type { Environment } from '../../platform/environment.ts'
import type { Limits } from '../../platform/rate-limits/limits.ts'
import type { FirmService } from '../firm/firm.service.ts'
import type { LettersOfFirm } from '../letter/letter-kind.service.ts'
import type { LetterService } from '../letter/letter.service.ts'
import type { OrderFacts } from './order-facts.ts'
import { orderNoticeText, paidNoticeText, paymentNotes } from './order-letter-texts.ts'
import './order.events.ts'

export interface OrderLettersDeps {
  readonly letters: Pick<LetterService, 'follow'>
  readonly orders: Pick<OrderFacts, 'letterFacts'>
  readonly firms: Pick<FirmService, 'publicFirm'>
  readonly limits: Pick<Limits, 'take'>
  readonly isMemberEmail: (firmId: string, email: string) => Promise<boolean>
  /** `sandbox`: a server for trying things out, whose shops write to everybody. */
  readonly environment: Pick<Environment, 'sandbox'>
  /** Begins every link of a letter. */
  readonly audienceUrl: () => string
}

/** Letters of a firm about unpaid orders to one address: anybody can order in its owner's name. */
const noticesADay = { limit: 20, windowMs: 24 * 3600_000 } as const

const orderVariables = ['orderNo', 'orderTotal', 'orderUrl'] as const

/** The letters that follow from orders. */
export const defineOrderLetters = (deps: OrderLettersDeps): void => {
  const { letters, orders, firms, limits, environment, audienceUrl } = deps

  /** Undefined: of a shop in test mode, to somebody who is none of its members. */
  const factsOf = async (firmId: string, orderId: string) => {
    const facts = await orders.letterFacts(firmId, orderId)
    const firm = await firms.publicFirm(firmId)
    const isTrial = facts.isTest && firm.testMode
    if (isTrial && !environment.sandbox && !(await deps.isMemberEmail(firmId, facts.email))) return undefined
    const mark = facts.language === 'en' ? ' (test)' : '（測試）'
    return { ...facts, firmName: isTrial ? firm.name + mark : firm.name }
  }

  const letterOf = (
    facts: NonNullable<Awaited<ReturnType<typeof factsOf>>>,
    of: { readonly firmId: string; readonly orderId: string; readonly type: number },
    more: Readonly<Record<string, string>> = {},
  ): LettersOfFirm => {
    const { fullName: name, email: to, language, orderNo, total: amount, currency, firmName } = facts
    const values = {
      orderNo,
      orderTotal: showMoney({ amount, currency }),
      orderUrl: audienceUrl() + facts.orderPath,
      ...more,
    }
    return {
      firmId: of.firmId,
      firmName,
      letters: [{ key: `order:${of.orderId}:${of.type}`, name, to, language, values }],
    }
  }

  letters.follow({
    type: letterTypes.orderNotice,
    class: 'notice',
    event: 'order.placed',
    subscriber: 'order-letter',
    variables: [...orderVariables, 'paymentNote'],
    contents: orderNoticeText,
    load: async ({ firmId, orderId }) => {
      const facts = await factsOf(firmId, orderId)
      // What costs nothing is paid as it is placed: the other letter says so.
      if (!facts || facts.paymentState === 'paid') return undefined
      const { ok } = await limits.take(`order notice ${firmId} ${facts.email}`, noticesADay)
      if (!ok) return undefined
      const note = paymentNotes[facts.paymentState === 'onDelivery' ? 'onDelivery' : 'pending']
      return letterOf(facts, { firmId, orderId, type: letterTypes.orderNotice }, { paymentNote: note[facts.language] })
    },
  })

  letters.follow({
    type: letterTypes.paidNotice,
    class: 'receipt',
    event: 'order.paid',
    subscriber: 'paid-letter',
    variables: orderVariables,
    contents: paidNoticeText,
    load: async ({ firmId, orderId }) => {
      const facts = await factsOf(firmId, orderId)
      return facts && letterOf(facts, { firmId, orderId, type: letterTypes.paidNotice })
    },
  })
}
