import { showMoney } from '@kaimai/contract/common/money.ts'
import { fail } from '@kaimai/contract/common/error.ts'
import { automaticLetterErrors } from '@kaimai/contract/letter/automatic-letters.errors.ts'
import type { LetterContents } from '@kaimai/contract/letter/letter-blocks.ts'
import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import type { Actor } from '../../platform/audit/audit.ts'
import type { Environment } from '../../platform/environment.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Limits } from '../../platform/rate-limits/limits.ts'
import type { FirmService } from '../firm/firm.service.ts'
import type { LettersOfFirm } from '../letter/letter-kind.service.ts'
import type { LetterService } from '../letter/letter.service.ts'
import type { AutomaticLettersService } from '../letter-template/automatic-letters.service.ts'
import type { OrderFacts } from './order-facts.ts'
import { orderNoticeText, paidNoticeText, paymentNotes, refundNoticeText } from './order-letter-texts.ts'
import './order.events.ts'

export interface OrderLettersDeps {
  readonly letters: Pick<LetterService, 'follow' | 'write'>
  readonly automatic: Pick<AutomaticLettersService, 'textOf'>
  readonly audit: Platform['audit']
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

/** The letters that follow from orders, and those that staff sends about one. */
export const defineOrderLetters = (deps: OrderLettersDeps) => {
  const { letters, orders, firms, limits, environment, automatic, audit, audienceUrl } = deps

  /** Undefined: of a shop in test mode, to somebody who is none of its members. */
  const factsOf = async (firmId: string, orderId: string) => {
    const facts = await orders.letterFacts(firmId, orderId)
    const firm = await firms.publicFirm(firmId)
    const isTrial = facts.isTest && firm.testMode
    if (isTrial && !environment.sandbox && !(await deps.isMemberEmail(firmId, facts.email))) return undefined
    const mark = facts.language === 'en' ? ' (test)' : '（測試）'
    return { ...facts, firmName: isTrial ? firm.name + mark : firm.name }
  }
  type Facts = NonNullable<Awaited<ReturnType<typeof factsOf>>>

  const letterOf = (
    facts: Facts,
    of: {
      readonly firmId: string
      /** The same cause is the same letter. */
      readonly key: string
      readonly contents?: LetterContents | undefined
    },
    more: Readonly<Record<string, string>> = {},
  ): LettersOfFirm => {
    const { fullName: name, email: to, language, orderNo, total: amount, currency, firmName } = facts
    const values = {
      orderNo,
      orderTotal: showMoney({ amount, currency }),
      orderUrl: audienceUrl() + facts.orderPath,
      ...more,
    }
    const { firmId, key, contents } = of
    return { firmId, firmName, contents, letters: [{ key, name, to, language, values }] }
  }
  const keyOf = (orderId: string, type: number): string => `order:${orderId}:${type}`

  const orderNotice = (facts: Facts, firmId: string, orderId: string, contents: LetterContents | undefined) => {
    const note = paymentNotes[facts.paymentState === 'onDelivery' ? 'onDelivery' : 'pending']
    const key = keyOf(orderId, letterTypes.orderNotice)
    return letterOf(facts, { firmId, key, contents }, { paymentNote: note[facts.language] })
  }
  const paidNotice = (facts: Facts, firmId: string, orderId: string, contents: LetterContents | undefined) =>
    letterOf(facts, { firmId, key: keyOf(orderId, letterTypes.paidNotice), contents })

  letters.follow({
    type: letterTypes.orderNotice,
    class: 'notice',
    event: 'order.placed',
    subscriber: 'order-letter',
    variables: [...orderVariables, 'paymentNote'],
    contents: orderNoticeText,
    load: async ({ firmId, orderId }) => {
      const { goes, contents } = await automatic.textOf(firmId, 'orderNotice')
      const facts = goes ? await factsOf(firmId, orderId) : undefined
      // What costs nothing is paid as it is placed: the other letter says so.
      if (!facts || facts.paymentState === 'paid') return undefined
      const { ok } = await limits.take(`order notice ${firmId} ${facts.email}`, noticesADay)
      return ok ? orderNotice(facts, firmId, orderId, contents) : undefined
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
      const { goes, contents } = await automatic.textOf(firmId, 'paidNotice')
      const facts = goes ? await factsOf(firmId, orderId) : undefined
      return facts && paidNotice(facts, firmId, orderId, contents)
    },
  })

  letters.follow({
    type: letterTypes.refundNotice,
    class: 'receipt',
    event: 'order.refunded',
    subscriber: 'refund-letter',
    variables: [...orderVariables, 'refundAmount'],
    contents: refundNoticeText,
    load: async ({ firmId, orderId, refundId, amount }) => {
      const facts = await factsOf(firmId, orderId)
      if (!facts) return undefined
      const key = `${keyOf(orderId, letterTypes.refundNotice)}:${refundId}`
      return letterOf(facts, { firmId, key }, { refundAmount: showMoney({ amount, currency: facts.currency }) })
    },
  })

  /** Where the letter went before, it does not go again. Throws `notFound` without the order, `conflict` otherwise. */
  const send = async (
    firmId: string,
    orderId: string,
    name: 'orderNotice' | 'paidNotice',
    by: Actor,
  ): Promise<{ people: number }> => {
    const facts = await factsOf(firmId, orderId)
    if (!facts) throw fail('conflict', { reason: automaticLetterErrors.noAddress })
    const { contents } = await automatic.textOf(firmId, name)
    const loaded =
      name === 'orderNotice'
        ? orderNotice(facts, firmId, orderId, contents)
        : paidNotice(facts, firmId, orderId, contents)
    const type = letterTypes[name]
    const people = await letters.write(type, loaded, (tx) =>
      audit.record(tx, by, 'letter.send', { id: orderId, name: facts.orderNo }, { type }),
    )
    return { people }
  }

  return {
    /** Also throws `conflict` for an order that is paid, or will not be. */
    orderNotice: async (firmId: string, orderId: string, by: Actor) => {
      const { paymentState } = await orders.letterFacts(firmId, orderId)
      if (paymentState !== 'pending' && paymentState !== 'onDelivery')
        throw fail('conflict', { reason: automaticLetterErrors.noticeTooLate })
      return send(firmId, orderId, 'orderNotice', by)
    },
    /** Also throws `conflict` for an order that is not paid. */
    paidNotice: async (firmId: string, orderId: string, by: Actor) => {
      const { paymentState } = await orders.letterFacts(firmId, orderId)
      if (paymentState !== 'paid') throw fail('conflict', { reason: automaticLetterErrors.orderNotPaid })
      return send(firmId, orderId, 'paidNotice', by)
    },
  }
}
export type OrderLetters = ReturnType<typeof defineOrderLetters>
