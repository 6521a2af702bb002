import { expect, test } from 'vitest'
import { startStandIn } from '../../../test/gateway-stage.ts'
import { createEcpayGateway } from './ecpay-gateway.ts'
import type { GatewayMerchant, PaymentGateway } from './gateway.port.ts'
import { createLinePayGateway } from './line-pay-gateway.ts'
import { createNewebpayGateway } from './newebpay-gateway.ts'
import { createPaynowGateway } from './paynow-gateway.ts'

const now = () => new Date('2026-11-20T12:00:00Z')

interface Company {
  readonly name: 'ecpay' | 'newebpay' | 'linepay' | 'paynow'
  readonly create: (url: string) => PaymentGateway
  readonly merchant: GatewayMerchant
  readonly wrong: GatewayMerchant['keys']
  readonly words: RegExp
}

const companies: readonly Company[] = [
  {
    name: 'ecpay',
    create: (url) => createEcpayGateway({ url, now, simulatedCounts: true }),
    merchant: { merchantId: '3002607', keys: { ecpayHashKey: 'pwFHCqoQZGmho4w6', ecpayHashIv: 'EkRm7iFT261dpevs' } },
    wrong: { ecpayHashKey: 'x'.repeat(16), ecpayHashIv: 'y'.repeat(16) },
    words: /CheckMacValue/,
  },
  {
    name: 'newebpay',
    create: (url) => createNewebpayGateway({ url, now }),
    merchant: {
      merchantId: 'MS127874575',
      keys: { newebpayHashKey: 'Fs5cX1TGqYM2PpdbE14a9H83YQSQF5jn', newebpayHashIv: 'C6AcmfqJILwgnhIP' },
    },
    wrong: { newebpayHashKey: 'k'.repeat(32), newebpayHashIv: 'i'.repeat(16) },
    words: /^TRA10054 /,
  },
  {
    name: 'linepay',
    create: (url) => createLinePayGateway({ url, now }),
    merchant: { merchantId: '1654180534', keys: { linepayChannelSecret: '0b493ba53c7ee3ed1f228bf00dfc9639' } },
    wrong: { linepayChannelSecret: 'x' },
    words: /^1106 /,
  },
  {
    name: 'paynow',
    create: (url) => createPaynowGateway({ url, scriptUrl: `${url}/script.js`, isReal: false, now }),
    merchant: {
      merchantId: '70828783',
      keys: { paynowPublicKey: 'pk_test_1a</script>', paynowPrivateKey: 'sk_test_9f2c' },
    },
    wrong: { paynowPublicKey: 'pk', paynowPrivateKey: 'sk_other' },
    words: /^401 /,
  },
]

const urls = new Map(await Promise.all(companies.map(async ({ name }) => [name, await startStandIn(name)] as const)))

test.each(companies)(
  'GATEWAY-95 A merchant’s keys are checked by a question that begins no payment ($name)',
  async ({ name, create, merchant, wrong, words }) => {
    const { check } = create(urls.get(name) ?? '')
    if (!check) throw new Error('it has keys')
    expect(await check(merchant)).toEqual({ isRight: true })
    const said = await check({ ...merchant, keys: wrong })
    expect(said).toMatchObject({ isRight: false, words: expect.stringMatching(words) })
    // Somebody else’s id is not known either.
    expect(await check({ ...merchant, merchantId: '1' })).toMatchObject({ isRight: name === 'paynow' })
    const nobody = create('http://127.0.0.1:9').check
    await expect(nobody?.(merchant)).rejects.toThrow()
  },
)
