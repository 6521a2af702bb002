import { randomInt } from 'node:crypto'
import { fail } from '@kaimai/contract/common/error.ts'
import type { PaymentTryState } from '@kaimai/contract/payment/payment.machine.ts'
import type { sandboxOutcomes } from '@kaimai/contract/payment/payment.routes.ts'
import { z } from 'zod'
import type { Tx } from '../../platform/db/database.ts'
import { newId, shortCode, unguessable } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import type { GatewayWord, PaymentAdapter, PaymentToStart } from '../../platform/ports/payment.ts'
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

export const sandboxMethod = 'sandbox'
export const sandboxPurpose = 'sandbox gateway'
/** How long a code can be paid, as at most Taiwanese gateways. */
const codeMs = 3 * 24 * 60 * 60_000
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

  const codeOf = ({ bankCode, account, codeExpiresAt }: SandboxPayment) =>
    bankCode !== null && account !== null && codeExpiresAt !== null
      ? { bankCode, account, expiresAt: codeExpiresAt.toISOString() }
      : undefined

  const wordOf = (payment: SandboxPayment, kind: GatewayWord['kind'], at: Date): GatewayWord => {
    const { reference, tradeNo, orderNo, amount, currency } = payment
    const code = kind === 'codeIssued' ? codeOf(payment) : undefined
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
        if (shownState(payment) !== 'created') return undefined
        const account = String(randomInt(2 ** 47)).padStart(16, '9')
        const change: SandboxChange = {
          state: 'waiting',
          bankCode,
          account,
          codeExpiresAt: new Date(clock.ms() + codeMs),
        }
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

  const adapter: PaymentAdapter = {
    method: sandboxMethod,
    fee: 0,
    isPlay: true,
    answers: sandboxAnswers,
    start: async ({ reference, firmId, shopName, orderNo, amount, currency, deadline }: PaymentToStart) => {
      const opened = await store.open({
        token: unguessable(),
        merchant: firmId,
        shopName,
        reference,
        tradeNo: `SB${shortCode(14)}`,
        orderNo,
        amount,
        currency,
        state: 'created',
        bankCode: null,
        account: null,
        codeExpiresAt: null,
        deadline,
        paysAt: null,
        createdAt: clock.now(),
      })
      return { redirectUrl: `/sandbox-pay/${opened.token}` }
    },
    verifyNotice: ({ text }) => readSandboxNotice(key, text),
    query: async (reference) => {
      const payment = await store.byReference(reference)
      if (!payment) return undefined
      if (isPaid(payment)) return wordOf(payment, 'paid', clock.now())
      if (payment.state === 'failed') return wordOf(payment, 'failed', clock.now())
      return payment.codeExpiresAt === null ? undefined : wordOf(payment, 'codeIssued', clock.now())
    },
  }

  return {
    adapter,

    /** What its hosted page shows. Throws `notFound`. */
    show: async (token: string) => {
      const payment = await find(token)
      const { shopName, orderNo, amount, reference } = payment
      return {
        shopName,
        orderNo,
        amount,
        currency: payment.currency,
        reference,
        state: shownState(payment),
        code: codeOf(payment),
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
