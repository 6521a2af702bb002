import { fail } from '@kaimai/contract/common/error.ts'
import { networkOf } from '../../platform/http/client-address.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import type {
  GatewayMerchants,
  GatewayWord,
  PaymentGateway,
  PaymentOffers,
  RawNotice,
} from '../gateway/gateway.service.ts'
import type { GatewayMessages } from './gateway-messages.ts'
import type { createNotices } from './notices.ts'
import type { PaymentStore } from './payment.store.ts'
import type { PaymentRow } from './payment.tables.ts'

export interface NoticeIntakeDeps {
  readonly platform: Pick<Platform, 'clock' | 'limits'>
  readonly store: Pick<PaymentStore, 'byReference' | 'insertNotice' | 'insertNoticeOf'>
  readonly offers: Pick<PaymentOffers, 'gateway' | 'reporting'>
  readonly merchants: GatewayMerchants
  readonly notices: Pick<ReturnType<typeof createNotices>, 'applySoon'>
  readonly words: Pick<GatewayMessages, 'refuse'>
}

/** What is kept of a notice that nobody signed, in characters, and how many of them an address may leave behind. */
const forgedBodyMax = 4_000
const forgedLimit = { limit: 100, windowMs: 60 * 60_000 }
/** How often its order says so. */
const shownLimit = { limit: 3, windowMs: 24 * 60 * 60_000 }

/** PostgreSQL's text holds every character but this one. */
export const storable = (text: string): string => text.replaceAll('\u0000', '\ufffd')

/** What a notice says it is about: our number in it, and the payment that was begun with it. */
interface Begun {
  readonly reference: string | undefined
  readonly payment: PaymentRow | undefined
}

/** Notices of gateways as they come in: whose they are, what is kept of them, and what the gateway is answered. */
export const createNoticeIntake = ({ platform, store, offers, merchants, notices, words }: NoticeIntakeDeps) => {
  const { clock, limits } = platform

  /** A gateway without keys signs with its own: it needs no payment to be verified. */
  const isKeyless = ({ secrets }: PaymentGateway): boolean => secrets.length === 0

  const begunIn = async (gateway: PaymentGateway, notice: RawNotice): Promise<Begun> => {
    const reference = isKeyless(gateway) ? undefined : gateway.referenceOf(notice)
    const payment = reference === undefined ? undefined : await store.byReference(gateway.name, storable(reference))
    return { reference, payment }
  }

  /**
   * By the keys of the merchant with whom the payment was begun that it says it is about, whatever the firm has changed since;
   * a gateway without keys signs with its own.
   */
  const verified = async (
    gateway: PaymentGateway,
    notice: RawNotice,
    { reference, payment }: Begun,
  ): Promise<GatewayWord | undefined> => {
    if (!isKeyless(gateway) && !payment) return undefined
    const merchant = await merchants.of(gateway, payment?.firmId, payment?.merchantId)
    const word = merchant && (await gateway.verifyNotice(notice, merchant))
    // One firm's keys say nothing of another firm's payment: what is signed must speak of the payment that chose the keys.
    return isKeyless(gateway) || word?.reference === reference ? word : undefined
  }

  /** It may be forged, or signed with keys that the merchant has not given: who looks at the order should know. */
  const showRefused = async (payment: PaymentRow): Promise<void> => {
    const { ok } = await limits.take(`refused payment notice ${payment.id}`, shownLimit)
    if (ok) await words.refuse(payment)
  }

  /** A gateway's notice: kept as it came, answered as the gateway wants, applied right after. Throws `notFound`. */
  const take = async (name: string, notice: RawNotice, ip: string): Promise<string> => {
    const gateway = offers.gateway(name)
    if (!gateway) throw fail('notFound')
    const begun = await begunIn(gateway, notice)
    const says = (await verified(gateway, notice, begun)) ?? null
    const raw = { id: newId(), gateway: name, receivedAt: clock.now(), says }
    const { taken, refused, unknown = refused } = gateway.answers
    if (says === null) {
      const { ok } = await limits.take(`forged payment notice ${networkOf(ip)}`, forgedLimit)
      const body = storable(notice.text).slice(0, forgedBodyMax)
      if (ok) {
        await store.insertNotice({ ...raw, body, verified: false })
        if (begun.payment) await showRefused(begun.payment)
      }
      // Whether it is signed can't be said without the payment, which may be there when it comes again.
      return begun.reference !== undefined && !begun.payment ? unknown : refused
    }
    const stored = { ...raw, body: storable(notice.text), verified: true }
    const payment = await store.insertNoticeOf(stored, says.reference)
    notices.applySoon({ id: raw.id, gateway: name, says }, payment)
    return taken
  }

  /** Whose notice it is: by its signature; of a forged one, by what it looks like. */
  const senderOf = async (notice: RawNotice): Promise<PaymentGateway | undefined> => {
    const reporting = offers.reporting('atm')
    for (const gateway of reporting) if (await verified(gateway, notice, await begunIn(gateway, notice))) return gateway
    return reporting.find((gateway) => gateway.referenceOf(notice) !== undefined) ?? reporting[0]
  }

  return {
    take,
    /** The same for a transfer to an ATM code, at an address that doesn't say whose notices come there. */
    takeAtm: async (notice: RawNotice, ip: string): Promise<string> => {
      const gateway = await senderOf(notice)
      return take(gateway?.name ?? '', notice, ip)
    },
  }
}
