import { firmRoutes } from '@kaimai/contract/firm/firm.routes.ts'
import type { Language } from '@kaimai/contract/common/language.ts'
import { expect, test } from 'vitest'
import { aCourse, aSellingPage } from '../../test/buying.ts'
import { sharedApp } from '../../test/fixtures.ts'
import { startStandIn } from '../../test/gateway-stage.ts'
import { openSite } from '../../test/page-site.ts'
import { cardSetting } from '../../test/payment-settings.ts'
import { aForm, aLive, aProduct } from '../../test/studio.ts'

const t = await sharedApp({ environment: { ECPAY_URL: await startStandIn('ecpay') } })

test('SURFACES-850 Pages on which one can buy say in both languages that their shop is in test mode, until it ends; a free form never does', async () => {
  const member = await t.aFirm()
  await t.app.services.metering.addHours(member.firmId, { kind: 'topUp', key: 'test', seconds: 360_000 })
  const product = await aProduct(t, member, { stock: 10 })
  const selling = await aLive(t, member, { productIds: [product.id] })
  const talking = await aLive(t, member)
  const { form: paid } = await aCourse(t, member)
  const free = await aForm(t, member, [{ liveId: talking.id }])
  const page = await aSellingPage(t, member, [product.id])
  const { publicSignup, rooms, publicSalesPage } = t.app.services
  const { get, rendered } = openSite({ publicSignup, room: rooms.service, sales: publicSalesPage })
  const paths = [
    `/stream/${selling.streamId}/anonymous`,
    `/s/${page.customUrl}`,
    `/f/${paid.customUrl}`,
    `/f/${free.customUrl}`,
    `/stream/${talking.streamId}/anonymous`,
  ]
  const marked = async (language: Language) => {
    rendered.length = 0
    for (const path of paths) expect((await get(`${path}?lng=${language}`)).statusCode, path).toBe(200)
    expect(new Set(rendered.map((each) => each.language))).toEqual(new Set([language]))
    return rendered.map(({ kind, testMode }) => [kind, testMode])
  }
  const expected = (isMarked: boolean) => [
    ['room', isMarked],
    ['sales-page', isMarked],
    ['sign-up', isMarked],
    ['sign-up', false],
    ['room', false],
  ]
  for (const language of ['zh-TW', 'en'] as const) expect(await marked(language)).toEqual(expected(true))
  const at = { params: { id: member.firmId } }
  const { gateways } = await t.call(firmRoutes.show, at, member.headers)
  const body = {
    gateways: { ...gateways, ecpay: '3002607' },
    secrets: { ecpayHashKey: 'pwFHCqoQZGmho4w6', ecpayHashIv: 'EkRm7iFT261dpevs' },
    paymentMethods: [{ ...cardSetting, gateway: 'ecpay' as const }],
  }
  await t.call(firmRoutes.change, { ...at, body }, member.headers)
  await t.call(firmRoutes.endTestMode, at, member.headers)
  await t.platform.jobs.idle()
  for (const language of ['zh-TW', 'en'] as const) expect(await marked(language)).toEqual(expected(false))
})
