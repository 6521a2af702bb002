import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { infoOf, shownToStaff } from '../../../test/buying.ts'
import { grantRefund, refundWith } from '../../../test/by-hand-shop.ts'
import { sharedApp } from '../../../test/fixtures.ts'
import { cardSetting } from '../../../test/payment-settings.ts'
import {
  aShopAt,
  becoming,
  changeFirm,
  companies,
  ecpayCompany,
  lookPrice,
  startCompanies,
} from '../../../test/replaced-keys.ts'
import { aFirmRow } from '../../../test/room-factory.ts'
import { migrationsFolder } from '../../platform/db/migrate.ts'

const stage = await startCompanies()
const t = await sharedApp({ environment: stage.environment })
const { first, second } = ecpayCompany
const aShop = () => aShopAt(t, stage, ecpayCompany)

const stateOf = async (placed: Parameters<typeof infoOf>[1]) => (await infoOf(t, placed)).paymentState
const formerOf = async (firmId: string) => {
  const { rows } = await t.platform.db.raw('select * from "formerMerchant" where "firmId" = $1', [firmId])
  return rows
}

describe('a firm that changes who it is at a gateway', () => {
  test.for(companies)(
    'PAYMENT-430 A payment that was begun before is paid with the keys it was begun with, and the firm can be that merchant again ($name)',
    async (company) => {
      const shop = await aShopAt(t, stage, company)
      const before = await shop.begun()
      expect(before.merchantId).toBe(company.first.id)
      await shop.become(company.second)
      await shop.pay(before)
      expect(await stateOf(before)).toBe('paid')
      await shop.become(company.first)
      const after = await shop.begun()
      await shop.pay(after)
      expect([after.merchantId, await stateOf(after)]).toEqual([company.first.id, 'paid'])
    },
  )

  test('PAYMENT-431 A payment whose notice never came is asked about with the keys it was begun with', async () => {
    const shop = await aShop()
    const before = await shop.begun()
    await shop.become(second)
    const after = await shop.begun()
    expect([before.merchantId, after.merchantId]).toEqual([first.id, second.id])
    for (const { reference } of [before, after])
      await stage.play('ecpay', { MerchantTradeNo: reference, outcome: 'silent' })
    t.clock.advance(61_000)
    await t.platform.jobs.runTick('payment/reconcile')
    expect([await stateOf(before), await stateOf(after)]).toEqual(['paid', 'paid'])
  })

  test('PAYMENT-432 What was paid to the merchant of before is given back by that merchant', async () => {
    const shop = await aShop()
    const before = await shop.begun()
    await shop.pay(before)
    const atEcpay = { MerchantTradeNo: before.reference }
    await stage.play('ecpay', { ...atEcpay, outcome: 'card', card: '已關帳' })
    await shop.become(second)
    const asked = { choice: { kind: 'whole' } } as const
    const { grant } = await grantRefund(t, shop.member, before, asked)
    expect(await refundWith(t, grant, asked)).toMatchObject({ state: 'done', amount: lookPrice })
    expect(await stage.play('ecpay', { ...atEcpay, outcome: 'acts' })).toBe('R 已關帳 880')
    expect(await stateOf(before)).toBe('refunded')
  })

  test('PAYMENT-433 A notice that another merchant signed, the new one for the old try or the old one for the new, pays nothing and is on record as forged (P16)', async () => {
    const shop = await aShop()
    const before = await shop.begun()
    await shop.become(second)
    const after = await shop.begun()
    for (const [payment, claimant] of [
      [before, second.id],
      [after, first.id],
    ] as const) {
      expect((await shop.pay(payment, claimant)).body).toBe('1|OK')
      expect([await stateOf(payment), await shop.verdicts(payment)]).toEqual(['pending', [false]])
      t.clock.advance(1000)
      expect((await shop.pay(payment)).body).toBe('1|OK')
      expect([await stateOf(payment), await shop.verdicts(payment)]).toEqual(['paid', [false, true]])
    }
  })

  test('PAYMENT-739 The staff sees on the order that a notice came which nobody can believe, three times a day at most; the buyer does not', async () => {
    const shop = await aShop()
    const payment = await shop.begun()
    const seen = async () => {
      const { events } = await shownToStaff(t, shop.member, payment.orderId)
      return events.map(({ kind }) => kind)
    }
    for (let n = 0; n < 5; n += 1) await shop.pay(payment, second.id)
    const refused = ['noticeRefused', 'noticeRefused', 'noticeRefused']
    expect(await seen()).toEqual(['placed', 'paymentStarted', ...refused])
    const info = await infoOf(t, payment)
    expect(info.events.map(({ kind }) => kind)).toEqual(['placed', 'paymentStarted'])
    expect(await shop.verdicts(payment)).toEqual([false, false, false, false, false])
    await shop.pay(payment)
    expect(await seen()).toEqual(['placed', 'paymentStarted', ...refused, 'paid'])
  })

  const { gateways, secrets } = becoming(ecpayCompany, second)
  const { ecpayHashKey, ecpayHashIv } = secrets
  test.for([
    ['the id first, then the keys', [{ gateways }, { secrets }]],
    ['the keys first, then the id', [{ secrets }, { gateways }]],
    ['one after the other', [{ secrets: { ecpayHashKey } }, { secrets: { ecpayHashIv } }, { gateways }]],
    ['the id between the keys', [{ secrets: { ecpayHashKey } }, { gateways }, { secrets: { ecpayHashIv } }]],
  ] as const)(
    'PAYMENT-434 Saved in several steps, %s, it is one change: the keys of before it are kept',
    async ([, bodies]) => {
      const shop = await aShop()
      const before = await shop.begun()
      for (const body of bodies) {
        await changeFirm(t, shop.member, body)
        t.clock.advance(60_000)
      }
      const after = await shop.begun()
      await shop.pay(before)
      await shop.pay(after)
      expect([after.merchantId, await stateOf(before), await stateOf(after)]).toEqual([second.id, 'paid', 'paid'])
    },
  )
})

describe('keys that a firm gives up', () => {
  test('PAYMENT-435 Of the same merchant only the new keys count: who has learned the old ones can sign nothing with them', async () => {
    const shop = await aShop()
    const payment = await shop.begun()
    await changeFirm(t, shop.member, { secrets: { ecpayHashKey: 'x'.repeat(16), ecpayHashIv: 'y'.repeat(16) } })
    await shop.pay(payment)
    expect([await stateOf(payment), await shop.verdicts(payment)]).toEqual(['pending', [false]])
  })

  test('PAYMENT-436 A key that is taken away is used no more, not even for what was begun with it', async () => {
    const shop = await aShop()
    const payment = await shop.begun()
    await changeFirm(t, shop.member, { secrets: { ecpayHashIv: 'y'.repeat(16) } })
    expect(await formerOf(shop.member.firmId)).toHaveLength(1)
    await changeFirm(t, shop.member, {
      paymentMethods: [{ ...cardSetting, gateway: 'ecpay', offered: false }],
      secrets: { ecpayHashKey: '' },
    })
    await shop.become(second)
    expect(await formerOf(shop.member.firmId)).toEqual([])
    await shop.pay(payment)
    expect([await stateOf(payment), await shop.verdicts(payment)]).toEqual(['pending', [false]])
  })

  test('PAYMENT-437 They are kept sealed for their firm and merchant alone, for 240 days', async () => {
    const shop = await aShop()
    const { firmId } = shop.member
    await shop.become(second)
    const { former } = t.app.services.firmSecrets
    expect(await former.open(firmId, 'ecpay', first.id)).toEqual(first.secrets)
    expect(await former.open(firmId, 'ecpay', second.id)).toBeUndefined()
    expect(await former.open(firmId, 'newebpay', first.id)).toBeUndefined()
    expect(JSON.stringify(await formerOf(firmId))).not.toContain(first.secrets.ecpayHashKey)
    // In the row of another merchant they open nothing.
    await t.platform.db.raw(
      `insert into "formerMerchant" select "firmId", gateway, '999', sealed, "replacedAt" from "formerMerchant"
       where "firmId" = $1`,
      [firmId],
    )
    await expect(former.open(firmId, 'ecpay', '999')).rejects.toThrow()

    t.clock.advance(240 * 86_400_000)
    await t.platform.jobs.runTick('firm/sweep-former-merchants')
    expect(await formerOf(firmId)).toHaveLength(2)
    t.clock.advance(1)
    await t.platform.jobs.runTick('firm/sweep-former-merchants')
    expect(await formerOf(firmId)).toEqual([])
  })

  test('PAYMENT-438 Payments from before merchants were written down have the one that their firm is, where it is one; what is kept goes with its firm', async () => {
    const shop = await aShop()
    const payment = await shop.begun()
    const another = await shop.begun()
    const erased = await aFirmRow(t.platform.db)
    const text = await readFile(join(migrationsFolder, '215-former-merchant.sql'), 'utf8')
    const moved = t.platform.db.transaction(async (tx) => {
      const run = (query: ReturnType<typeof sql>) => query.execute(tx.as())
      await run(sql`drop table "formerMerchant"`)
      await run(sql`update payment set gateway = 'sandbox' where reference = ${another.reference}`)
      await run(sql`alter table payment drop column "merchantId"`)
      for (const statement of text.split(/;\s*$/m)) if (statement.trim() !== '') await run(sql.raw(statement))
      const merchantOf = async (reference: string) => {
        const { rows } = await run(sql`select "merchantId" from payment where reference = ${reference}`)
        return rows
      }
      expect(await merchantOf(payment.reference)).toEqual([{ merchantId: first.id }])
      expect(await merchantOf(another.reference)).toEqual([{ merchantId: '' }])
      await run(sql`insert into "formerMerchant" values (${erased}, 'ecpay', ${first.id}, 'sealed', now())`)
      await run(sql`delete from firm where id = ${erased}`)
      expect((await run(sql`select 1 from "formerMerchant"`)).rows).toEqual([])
      throw new Error('seen')
    })
    await expect(moved).rejects.toThrow('seen')
  })
})
