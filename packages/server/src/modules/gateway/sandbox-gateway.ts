import { randomInt } from 'node:crypto'
import { fail } from '@kaimai/contract/common/error.ts'
import type { PaymentCode } from '@kaimai/contract/gateway/payment-code.schema.ts'
import { carriedMethods, isCodeMethod } from '@kaimai/contract/gateway/payment-method.rules.ts'
import type { PaymentTryState } from '@kaimai/contract/payment/payment.machine.ts'
import type { sandboxOutcomes } from '@kaimai/contract/payment/payment.routes.ts'
import { z } from 'zod'
import type { Tx } from '../../platform/db/database.ts'
import { newId, shortCode, unguessable } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import type { GatewayWord, PaymentGateway, PaymentToStart } from './gateway.port.ts'
import { readSandboxNotice, sandboxAnswers, writeSandboxNotice } from './sandbox-notice.ts'
import { createSandboxStore, type SandboxChange, type SandboxPayment } from './sandbox-store.ts'

export type SandboxOutcome = (typeof sandboxOutcomes)[number]

export interface SandboxDeps {
  readonly platform: Pick<Platform, 'db' | 'clock' | 'jobs' | 'secret'>
  /** Where its notices go: the absolute URL of our notice route, by real HTTP. */
  readonly noticeUrl: () => string
  /** Whether it serves that merchant now. */
  readonly serves: (firmId: string) => Promise<boolean>
}

export const sandboxName = 'sandbox'
export const sandboxPurpose = 'sandbox gateway'
/** A late payment arrives so long after the end. */
const lateMs = 60_000
const sendTimeoutMs = 10_000
/** No bank has this code: nobody sends real money to it. */
const bankCode = '999'
const noticeJob = 'sandbox/send-notice'

interface Played {
  readonly kind: GatewayWord['kind']
  readonly at: Date
  readonly change: SandboxChange
}

const noticeOfJob = z.object({ noticeId: z.string() })

/**
 * The built-in payment company, as separate as a real one: own books, own secret, a hosted page, and signed notices
 * by HTTP that it sends again until they are taken.
 */
export const createSandboxGateway = ({ platform, noticeUrl, serves }: SandboxDeps) => {
  const { db, clock, jobs, secret } = platform
  const store = createSandboxStore(db)
  const key = secret.keyFor(sandboxPurpose)

  const isPaid = ({ state, paysAt }: SandboxPayment) => state === 'paid' && paysAt !== null && paysAt <= clock.now()
  const endOf = ({ codeExpiresAt, deadline }: SandboxPayment): Date => codeExpiresAt ?? deadline
  const openState = ({ codeExpiresAt }: SandboxPayment) => (codeExpiresAt === null ? 'created' : 'waiting')

  /** What the page shows: a payment whose money is still on its way is not paid yet. */
  const shownState = (payment: SandboxPayment): PaymentTryState => {
    if (isPaid(payment)) return 'paid'
    if (payment.state === 'failed') return 'failed'
    return endOf(payment) <= clock.now() ? 'expired' : openState(payment)
  }

  const digits = (length: number): string =>
    String(randomInt(2 ** 47))
      .padStart(length, '9')
      .slice(-length)

  const newCode = ({ method }: SandboxPayment, expiresAt: Date): PaymentCode => {
    const until = expiresAt.toISOString()
    if (method === 'cvs') return { kind: 'cvs', code: `SBX${digits(11)}`, expiresAt: until }
    if (method === 'barcode')
      return { kind: 'barcode', barcodes: [`${digits(6)}SB`, digits(16), digits(15)], expiresAt: until }
    return { kind: 'atm', bankCode, account: digits(16), expiresAt: until }
  }

  const wordOf = (payment: SandboxPayment, kind: GatewayWord['kind'], at: Date): GatewayWord => {
    const { reference, tradeNo, orderNo, amount, currency } = payment
    const code = kind === 'codeIssued' ? payment.code : null
    return { kind, reference, tradeNo, orderNo, amount, currency, at: at.toISOString(), ...(code && { code }) }
  }

  /** Stores the notice with the change that it reports, and has it sent. */
  const notify = async (tx: Tx, payment: SandboxPayment, kind: GatewayWord['kind'], at: Date): Promise<void> => {
    const id = newId()
    const body = writeSandboxNotice(key, { id, word: wordOf(payment, kind, at) })
    await store.insertNotice({ id, token: payment.token, body, createdAt: clock.now() }, tx)
    await jobs.enqueue(noticeJob, { noticeId: id }, { on: tx, key: id, startAfter: at })
  }

  const send = async (noticeId: string, signal: AbortSignal): Promise<void> => {
    const notice = await store.tryNotice(noticeId)
    if (!notice) return
    const response = await fetch(noticeUrl(), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: notice.body,
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(sendTimeoutMs)]),
    })
    const answer = await response.text()
    if (answer !== sandboxAnswers.taken) throw new Error(`sandbox: a notice was answered with ${response.status}`)
    await store.setDelivered(noticeId, clock.now())
  }
  jobs.define(
    noticeJob,
    { schema: noticeOfJob, concurrency: 4, retryLimit: 10, retryDelaySeconds: 1, expireSeconds: 30 },
    (data, { signal }) => send(data.noticeId, signal),
  )

  const find = async (token: string): Promise<SandboxPayment> => {
    const payment = await store.byToken(token)
    if (!payment || !(await serves(payment.merchant))) throw fail('notFound')
    return payment
  }

  const isOpen = (payment: SandboxPayment): boolean => ['created', 'waiting'].includes(shownState(payment))

  /** What an outcome makes of a payment; undefined when it can't happen to it now. */
  const changeBy = (payment: SandboxPayment, outcome: SandboxOutcome): Played | undefined => {
    const now = clock.now()
    switch (outcome) {
      case 'pay':
        return isOpen(payment) ? { kind: 'paid', at: now, change: { state: 'paid', paysAt: now } } : undefined
      case 'fail':
        return isOpen(payment) ? { kind: 'failed', at: now, change: { state: 'failed' } } : undefined
      case 'issueCode': {
        if (shownState(payment) !== 'created' || !isCodeMethod(payment.method)) return undefined
        const codeExpiresAt = new Date(clock.ms() + payment.codeMinutes * 60_000)
        const change: SandboxChange = { state: 'waiting', code: newCode(payment, codeExpiresAt), codeExpiresAt }
        return { kind: 'codeIssued', at: now, change }
      }
      case 'payLate': {
        if (payment.state !== 'created' && payment.state !== 'waiting') return undefined
        const late = endOf(payment).getTime() + lateMs
        const at = new Date(Math.max(late, clock.ms()))
        return { kind: 'paid', at, change: { state: 'paid', paysAt: at } }
      }
    }
  }

  const gateway: PaymentGateway = {
    name: sandboxName,
    methods: carriedMethods.sandbox,
    isTest: true,
    secrets: [],
    refundable: ['card', 'instalment', 'applePay', 'linePay', 'jkopay'],
    answers: sandboxAnswers,
    start: async (payment: PaymentToStart) => {
      const { reference, firmId, shopName, orderNo, method, amount, currency, deadline, codeMinutes } = payment
      const opened = await store.open({
        token: unguessable(),
        merchant: firmId,
        shopName,
        reference,
        tradeNo: `SB${shortCode(14)}`,
        orderNo,
        method,
        amount,
        currency,
        state: 'created',
        code: null,
        codeMinutes,
        codeExpiresAt: null,
        deadline,
        paysAt: null,
        createdAt: clock.now(),
      })
      return { step: { kind: 'visit', url: `/sandbox-pay/${opened.token}` } }
    },
    refund: async ({ payment: { reference }, amount, key: refundKey }) => {
      const payment = await store.byReference(reference)
      if (!payment || !isPaid(payment)) return { state: 'refused', words: 'This payment has not been paid' }
      const isMade = await store.refund({ key: refundKey, token: payment.token, amount }, clock.now())
      return isMade
        ? { state: 'done', reference: `SR${refundKey.slice(0, 8)}` }
        : { state: 'refused', words: 'More than was paid' }
    },
    referenceOf: () => undefined,
    verifyNotice: async ({ text }) => readSandboxNotice(key, text),
    query: async ({ reference }) => {
      const payment = await store.byReference(reference)
      if (!payment) return undefined
      if (isPaid(payment)) return wordOf(payment, 'paid', clock.now())
      if (payment.state === 'failed') return wordOf(payment, 'failed', clock.now())
      return payment.codeExpiresAt === null ? undefined : wordOf(payment, 'codeIssued', clock.now())
    },
  }

  return {
    gateway,

    /** What its hosted page shows. Throws `notFound`. */
    show: async (token: string) => {
      const payment = await find(token)
      const { shopName, orderNo, method, amount, reference, code } = payment
      return {
        shopName,
        orderNo,
        method,
        amount,
        currency: payment.currency,
        reference,
        state: shownState(payment),
        code,
      }
    },

    /** Plays an outcome; throws `conflict` when it can't happen any more. Answers the merchant's reference. */
    play: async (token: string, outcome: SandboxOutcome): Promise<{ reference: string }> => {
      const payment = await find(token)
      const played = changeBy(payment, outcome)
      if (!played) throw fail('conflict')
      await db.transaction(async (tx) => {
        if (!(await store.change(token, payment.state, played.change, tx))) throw fail('conflict')
        await notify(tx, { ...payment, ...played.change }, played.kind, played.at)
      })
      return { reference: payment.reference }
    },
  }
}
export type SandboxGateway = ReturnType<typeof createSandboxGateway>
