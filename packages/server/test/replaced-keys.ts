import { firmRoutes } from '@kaimai/contract/firm/firm.routes.ts'
import type { PaymentMethod } from '@kaimai/contract/gateway/payment-method.rules.ts'
import { noGateways } from '@kaimai/contract/firm/firm-methods.schema.ts'
import type { GatewayName, SecretName } from '@kaimai/contract/firm/firm.rules.ts'
import { purchaseRoutes } from '@kaimai/contract/order/order.routes.ts'
import { aSellingPage, orderFromPage, placedIn, withKey } from './buying.ts'
import { aFirmWithHours } from './fixtures.ts'
import { startStandIn } from './gateway-stage.ts'
import { cardSetting } from './payment-settings.ts'
import { aProduct } from './studio.ts'
import type { Member, Reply, TestApp } from './test-app.ts'

/** Who a firm is at a gateway, as its settings are sent. */
interface AtGateway {
  readonly id: string
  readonly secrets: Readonly<Partial<Record<SecretName, string>>>
}

interface Company {
  readonly name: GatewayName
  readonly method: PaymentMethod
  /** Whom its stand-in knows. */
  readonly first: AtGateway
  readonly second: AtGateway
}

export const ecpayCompany: Company = {
  name: 'ecpay',
  method: 'card',
  first: {
    id: '3002607',
    secrets: {
      ecpayHashKey: 'pwFHCqoQZGmho4w6',
      ecpayHashIv: 'EkRm7iFT261dpevs',
      ecpayCreditCheckCode: '91845555',
    },
  },
  second: {
    id: '2000132',
    secrets: {
      ecpayHashKey: '5294y06JbISpM5x9',
      ecpayHashIv: 'v77hoKGq4kWxNNIS',
      ecpayCreditCheckCode: '59997889',
    },
  },
}

export const companies: readonly Company[] = [
  ecpayCompany,
  {
    name: 'newebpay',
    method: 'card',
    first: {
      id: 'MS127874575',
      secrets: { newebpayHashKey: 'Fs5cX1TGqYM2PpdbE14a9H83YQSQF5jn', newebpayHashIv: 'C6AcmfqJILwgnhIP' },
    },
    second: { id: 'MS900000001', secrets: { newebpayHashKey: 'k'.repeat(32), newebpayHashIv: 'i'.repeat(16) } },
  },
  {
    name: 'linepay',
    method: 'linePay',
    first: { id: '1654180534', secrets: { linepayChannelSecret: '0b493ba53c7ee3ed1f228bf00dfc9639' } },
    second: { id: '1654180999', secrets: { linepayChannelSecret: 'f'.repeat(32) } },
  },
  {
    name: 'paynow',
    method: 'card',
    first: { id: '70828783', secrets: { paynowPublicKey: 'pk_test_1a', paynowPrivateKey: 'sk_test_9f2c' } },
    second: { id: '70820000', secrets: { paynowPublicKey: 'pk_test_2b', paynowPrivateKey: 'sk_test_other' } },
  },
]

/** The stand-ins of all companies, and what an app's environment says of them. */
export const startCompanies = async () => {
  const started = companies.map(async ({ name }) => [name, await startStandIn(name)] as const)
  const urls = new Map(await Promise.all(started))
  const urlOf = (name: GatewayName): string => urls.get(name) ?? ''
  const environment = {
    ECPAY_URL: urlOf('ecpay'),
    NEWEBPAY_URL: urlOf('newebpay'),
    LINEPAY_URL: urlOf('linepay'),
    PAYNOW_URL: urlOf('paynow'),
  }
  /** What somebody does at a stand-in. */
  const play = async (name: GatewayName, fields: Readonly<Record<string, string>>): Promise<string> =>
    (await fetch(`${urlOf(name)}/_play`, { method: 'POST', body: new URLSearchParams(fields) })).text()
  return { environment, play }
}
type Companies = Awaited<ReturnType<typeof startCompanies>>

export const changeFirm = (t: TestApp, member: Member, body: object) =>
  t.call(firmRoutes.change, { params: { id: member.firmId }, body }, member.headers)

/** The body that makes a firm this merchant. */
export const becoming = ({ name }: Company, { id, secrets }: AtGateway) => ({
  gateways: { ...noGateways, [name]: id },
  secrets,
})

export const lookPrice = 880_00

/** A firm that sells one product, paid through a company as its first merchant. */
export const aShopAt = async (t: TestApp, { play }: Companies, company: Company) => {
  const { name, method, first } = company
  const member = await aFirmWithHours(t)
  await changeFirm(t, member, {
    ...becoming(company, first),
    paymentMethods: [{ ...cardSetting, method, gateway: name }],
  })
  const product = await aProduct(t, member, { price: lookPrice, stock: 10 })
  const { customUrl } = await aSellingPage(t, member, [product.id])
  const lines = [{ variantId: product.variants[0]?.id ?? '', quantity: 1 }]
  const at = () => String(t.clock.ms())

  /** An order whose buyer has gone on to the company's page, and paid nothing there yet. */
  const begun = async () => {
    const reply = await orderFromPage(t, customUrl, lines, { paymentMethod: method, expectedTotal: lookPrice })
    const placed = placedIn(reply)
    const { step } = await t.call(purchaseRoutes.createPayment, { body: { method } }, withKey(placed))
    if (step.kind === 'post') await fetch(step.url, { method: 'POST', body: new URLSearchParams(step.fields) })
    const { rows } = await t.platform.db.raw('select * from payment where "orderId" = $1', [placed.orderId])
    const [reference, tradeNo] = [String(rows[0]?.['reference']), String(rows[0]?.['tradeNo'])]
    return { ...placed, reference, tradeNo, merchantId: String(rows[0]?.['merchantId']) }
  }
  type Begun = Awaited<ReturnType<typeof begun>>

  const applied = async (reply: Promise<Reply>): Promise<Reply> => {
    const answer = await reply
    await t.app.services.payments.noticesApplied()
    return answer
  }
  const notice = (content: string, headers: Readonly<Record<string, string>> = {}, query = ''): Promise<Reply> =>
    applied(
      t.request({
        method: 'POST',
        url: `/api/pay/purchase/notice/${name}${query}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        payload: content,
      }),
    )

  /** The buyer pays, and the company says so as it does; `claimant`: another merchant of ECPay's that says it of its own. */
  const pay = async ({ reference, tradeNo }: Begun, claimant = ''): Promise<Reply> => {
    switch (name) {
      case 'ecpay': {
        const asked = { MerchantTradeNo: reference, outcome: 'signed', at: at() }
        return notice(await play('ecpay', claimant === '' ? asked : { ...asked, as: claimant }))
      }
      case 'newebpay': {
        const text = await play('newebpay', { MerchantOrderNo: reference, outcome: 'silent', at: at() })
        return notice(text, {}, `?reference=${reference}`)
      }
      case 'paynow': {
        const said = await play('paynow', { id: tradeNo, outcome: 'signed' })
        const space = said.indexOf(' ')
        const headers = {
          'content-type': 'application/json',
          'x-payment-center-topic': 'payment_result',
          'x-payment-center-hmac-sha256': said.slice(0, space),
        }
        return notice(said.slice(space + 1), headers)
      }
      case 'linepay': {
        const back = new URL(await play('linepay', { transactionId: tradeNo, outcome: 'approve' }))
        return applied(t.request({ method: 'GET', url: `${back.pathname}${back.search}` }))
      }
    }
  }

  /** Whether a gateway's signature was found right, of the notices about a payment, oldest first. */
  const verdicts = async ({ reference }: Begun): Promise<boolean[]> => {
    const { rows } = await t.platform.db.raw(
      `select verified from "paymentNotice" where body like '%' || $1 || '%' order by "receivedAt", id`,
      [reference],
    )
    return rows.map((row) => row['verified'] === true)
  }

  const become = (merchant: AtGateway) => changeFirm(t, member, becoming(company, merchant))
  return { member, begun, pay, verdicts, become }
}
