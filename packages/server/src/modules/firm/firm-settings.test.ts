import { authRoutes } from '@kaimai/contract/auth/auth.routes.ts'
import { contrastOnWhite } from '@kaimai/contract/common/tone.ts'
import { plainLine } from '@kaimai/contract/common/typed-text.ts'
import { firmRoutes } from '@kaimai/contract/firm/firm.routes.ts'
import { gatewayKeys, invoiceClasses, invoiceProviders, invoiceTimes } from '@kaimai/contract/firm/firm.rules.ts'
import { FirmSettingChange } from '@kaimai/contract/firm/firm.schema.ts'
import { deliveryTypes, isTaxId } from '@kaimai/contract/order/checkout.rules.ts'
import { carries, paymentGateways, paymentMethods } from '@kaimai/contract/gateway/payment-method.rules.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cardSetting as card } from '../../../test/payment-settings.ts'
import { sharedApp } from '../../../test/fixtures.ts'
import { type Member, password, WireError } from '../../../test/test-app.ts'

const t = await sharedApp()

const show = (member: Member) => t.call(firmRoutes.show, { params: { id: member.firmId } }, member.headers)
const change = (member: Member, body: unknown) =>
  t.call(firmRoutes.change, { params: { id: member.firmId }, body: body as object }, member.headers)
const failure = async (work: Promise<unknown>): Promise<WireError> => {
  const error = await work.then(
    () => undefined,
    (why: unknown) => why,
  )
  if (!(error instanceof WireError)) throw new Error(`not refused: ${String(error)}`)
  return error
}
const auditOf = async (member: Member, action = 'firm.change') =>
  (
    await t.platform.db.raw(`select change from audit where "firmId" = $1 and action = $2 order by "createdAt", id`, [
      member.firmId,
      action,
    ])
  ).rows.map(({ change: logged }) => logged)

const word = fc.stringMatching(/^[\p{L}\d][\p{L}\d ,&-]{0,20}[\p{L}\d]$/u)
/** As it is kept: in the one form of names. */
const holder = word.map((text) => plainLine(text) || '甲')
const maybe = <T>(arbitrary: fc.Arbitrary<T>, nothing: T) => fc.oneof(fc.constant(nothing), arbitrary)
const digits = (min: number, max: number) => fc.stringMatching(new RegExp(`^\\d{${min},${max}}$`))
const taxId = digits(8, 8).filter((id) => isTaxId(id))
const merchantId = fc.stringMatching(/^[\w-]{0,20}$/)
const fee = fc.integer({ min: 0, max: 10_000_000 })
const email = fc.stringMatching(/^[a-z0-9]{1,12}@[a-z0-9]{1,12}\.tw$/)

/** For every field that can be saved, what may be in it. */
const good: { readonly [K in Exclude<keyof FirmSettingChange, 'secrets'>]: fc.Arbitrary<unknown> } = {
  name: word,
  imgUrl: maybe(fc.constant('/media/image/a/b.webp'), ''),
  contactLink: maybe(
    fc.webUrl().filter((url) => url.length <= 300 && !/['"<>]/.test(url)),
    '',
  ),
  legalName: maybe(word, ''),
  taxId: maybe(taxId, ''),
  legalAddress: maybe(word, ''),
  legalPhone: maybe(fc.stringMatching(/^\(0\d\)\d{4}-\d{4}( #\d{1,4})?$/), ''),
  orderNoPrefix: fc.stringMatching(/^[A-Z0-9]{0,6}$/),
  disclosure: fc.boolean(),
  searchable: fc.boolean(),
  colorToneId: fc.stringMatching(/^#[0-9a-f]{6}$/).filter((tone) => contrastOnWhite(tone) >= 4.5),
  pointSafetyStockNotice: fc.option(fc.integer({ min: 0, max: 1e9 })),
  senderName: maybe(word, ''),
  replyTo: maybe(email, ''),
  senderDomain: maybe(fc.stringMatching(/^[a-z0-9]{1,20}\.(com\.)?tw$/), ''),
  pixelId: maybe(digits(15, 16), ''),
  tiktokPixelId: maybe(fc.stringMatching(/^[A-Z0-9]{10,30}$/), ''),
  gtmId: maybe(fc.stringMatching(/^GTM-[A-Z0-9]{4,10}$/), ''),
  paymentMethods: fc.shuffledSubarray([...paymentMethods], { minLength: paymentMethods.length }).chain((names) =>
    fc.tuple(
      ...names.map((method) =>
        fc.record({
          method: fc.constant(method),
          gateway: fc.constantFrom(
            ...paymentGateways.filter((gateway) => carries(gateway, method) && !(gateway in gatewayKeys)),
          ),
          offered: fc.boolean(),
          fee,
          least: fc.option(fc.integer({ min: 0, max: 1_000_00 })),
          most: fc.option(fc.integer({ min: 1_000_00, max: 9_000_00 })),
          holdMinutes: method === 'cod' ? fc.constant(null) : fc.option(fc.integer({ min: 5, max: 14 * 24 * 60 })),
        }),
      ),
    ),
  ),
  gateways: fc.record({ ecpay: merchantId, paynow: merchantId, newebpay: merchantId, linepay: merchantId }),
  transfer: fc.record({ bankCode: digits(3, 3), account: digits(6, 16), holder }),
  deliveryMethods: fc.shuffledSubarray([...deliveryTypes], { minLength: 1 }).chain((types) =>
    fc.tuple(
      ...types.map((type) =>
        fc.record({
          type: fc.constant(type),
          fee,
          freeFrom: fc.option(fc.integer({ min: 1, max: 1e12 })),
          note: maybe(word, ''),
        }),
      ),
    ),
  ),
  invoice: fc.record({
    provider: fc.constantFrom(...invoiceProviders),
    merchantId,
    sellerName: maybe(word, ''),
    sellerTaxId: maybe(taxId, ''),
    sellerAddress: maybe(word, ''),
    defaultClass: fc.constantFrom(...invoiceClasses),
    issueAt: fc.constantFrom(...invoiceTimes),
    donations: fc.uniqueArray(fc.record({ loveCode: digits(3, 7), name: word }), {
      selector: ({ loveCode }) => loveCode,
      maxLength: 3,
    }),
  }),
  oneDeviceStatus: fc.boolean(),
}

describe('settings', () => {
  test('FIRM-3 Every field comes back as it was saved, the others stay as they were', async () => {
    expect(Object.keys(good).toSorted()).toEqual(
      Object.keys(FirmSettingChange.shape)
        .filter((name) => name !== 'secrets')
        .toSorted(),
    )
    const member = await t.aFirm()
    await change(member, { transfer: { bankCode: '004', account: '123456', holder: '甲' } })
    await fc.assert(
      fc.asyncProperty(fc.record(good, { requiredKeys: [] }), async (body) => {
        const before = await show(member)
        const answered = await change(member, body)
        const after = await show(member)
        expect(answered).toEqual(after)
        expect(after).toMatchObject(body)
        for (const [name, value] of Object.entries(before)) {
          if (name in body || name === 'dnsRecords' || name === 'emailApiStatus' || name === 'deliveryIsOwn') continue
          // What follows from the ways to pay and the accounts.
          if (name === 'version' || name === 'realMethods') continue
          expect(after[name as keyof typeof after], name).toEqual(value)
        }
      }),
      { numRuns: 40 },
    )
  })

  test('FIRM-4 A wrong value is refused at its field, with an error text, and changes nothing', async () => {
    const member = await t.aFirm()
    await change(member, { contactLink: 'https://example.com' })
    const before = await show(member)
    const delivery = { type: 'home', fee: 0, freeFrom: null, note: '' }
    const invoice = before.invoice
    const bad: readonly (readonly [string, unknown, string?])[] = [
      ['name', ''],
      ['name', '新商家'],
      ['imgUrl', 'https://evil.example/x.png'],
      ['contactLink', 'javascript:alert(1)'],
      ['legalName', 'x'.repeat(101)],
      ['taxId', '12345678'],
      ['taxId', '00000000'],
      ['taxId', '0459525'],
      ['legalAddress', 'x'.repeat(201)],
      ['legalPhone', 'call me'],
      ['orderNoPrefix', 'kaimai!'],
      ['disclosure', 'no'],
      ['searchable', 'no'],
      ['colorToneId', '#ffff00'],
      ['pointSafetyStockNotice', -1],
      ['senderName', 'x'.repeat(61)],
      ['replyTo', 'nobody'],
      ['senderDomain', 'https://shop.tw/x'],
      ['pixelId', '12345'],
      ['pixelId', "1');alert(1);//"],
      ['tiktokPixelId', 'abc'],
      ['gtmId', 'GTM-'],
      ['gtmId', 'UA-1234567'],
      ['paymentMethods', [{ ...card, method: 'cash' }], 'paymentMethods.0.method'],
      ['paymentMethods', [{ ...card, fee: -1 }], 'paymentMethods.0.fee'],
      ['paymentMethods', [{ ...card, gateway: 'linepay' }], 'paymentMethods.0.gateway'],
      ['paymentMethods', [{ ...card, least: 200_00, most: 100_00 }], 'paymentMethods.0.most'],
      ['paymentMethods', [{ ...card, holdMinutes: 1 }], 'paymentMethods.0.holdMinutes'],
      ['paymentMethods', [card, card]],
      ['paymentMethods', [{ ...card, method: 'transfer', gateway: 'transfer' }], 'transfer'],
      ['paymentMethods', [{ ...card, gateway: 'ecpay' }], 'gateways.ecpay'],
      ['gateways', { ...before.gateways, ecpay: 'a b' }, 'gateways.ecpay'],
      ['transfer', { bankCode: '4', account: '', holder: '' }, 'transfer.bankCode'],
      ['transfer', { bankCode: '', account: '12', holder: '' }, 'transfer.account'],
      ['deliveryMethods', []],
      ['deliveryMethods', [delivery, delivery]],
      ['deliveryMethods', [{ ...delivery, fee: 0.5 }], 'deliveryMethods.0.fee'],
      ['deliveryMethods', [{ ...delivery, freeFrom: 0 }], 'deliveryMethods.0.freeFrom'],
      ['invoice', { ...invoice, sellerTaxId: '1' }, 'invoice.sellerTaxId'],
      ['invoice', { ...invoice, donations: [{ loveCode: '12', name: 'x' }] }, 'invoice.donations.0.loveCode'],
      ['invoice', { ...invoice, donations: [0, 1].map(() => ({ loveCode: '919', name: 'x' })) }, 'invoice.donations'],
      ['secrets', { conversionApi: 'two words' }, 'secrets.conversionApi'],
      ['secrets', { surenotifyKey: '金鑰' }, 'secrets.surenotifyKey'],
      ['oneDeviceStatus', 'yes'],
    ]
    for (const [name, value, field = name] of bad) {
      const error = await failure(change(member, { contactLink: 'https://other.example', [name]: value }))
      expect([name, value, error.errorName, Object.keys(error.fields)]).toEqual([name, value, 'invalid', [field]])
      expect(error.fields[field]).toMatch(/\p{Script=Han}/u)
    }
    const covered = new Set(bad.map(([name]) => name))
    expect(Object.keys(FirmSettingChange.shape).filter((name) => !covered.has(name))).toEqual([])
    expect(await show(member)).toEqual(before)
  })

  test('FIRM-5 A key is stored sealed for its firm alone and answered only as set, with its last characters', async () => {
    const [member, other] = [await t.aFirm(), await t.aFirm()]
    const key = 'EAAB-conversion-api-token-9f3c'
    const shown = await change(member, { secrets: { conversionApi: key, paynowPrivateKey: 'short1' } })
    expect(shown.secrets.conversionApi).toEqual({ set: true, last4: '9f3c' })
    expect(shown.secrets.paynowPrivateKey).toEqual({ set: true, last4: '' })
    expect(shown.secrets.linepayChannelSecret).toEqual({ set: false, last4: '' })
    expect(JSON.stringify(await show(member))).not.toContain('conversion-api-token')
    const { firmSecrets } = t.app.services
    expect(await firmSecrets.open(member.firmId, 'conversionApi')).toBe(key)
    expect(await firmSecrets.open(other.firmId, 'conversionApi')).toBeUndefined()
    const { rows } = await t.platform.db.raw('select * from "firmSecret" where "firmId" = $1', [member.firmId])
    expect(JSON.stringify(rows)).not.toContain('token')
    // Copied into another firm's row, or under another name, it opens nothing.
    await t.platform.db.raw(
      `insert into "firmSecret" select $2, name, sealed, last4, "changedAt" from "firmSecret" where "firmId" = $1`,
      [member.firmId, other.firmId],
    )
    await t.platform.db.raw(
      `insert into "firmSecret" select "firmId", 'tiktokAccessToken', sealed, last4, "changedAt" from "firmSecret"
       where "firmId" = $1 and name = 'conversionApi'`,
      [member.firmId],
    )
    await expect(firmSecrets.open(other.firmId, 'conversionApi')).rejects.toThrow()
    await expect(firmSecrets.open(member.firmId, 'tiktokAccessToken')).rejects.toThrow()
    const removed = await change(member, { secrets: { conversionApi: '' } })
    expect([removed.secrets.conversionApi.set, removed.secrets.paynowPrivateKey.set]).toEqual([false, true])
  })

  test('FIRM-6 Each change is on record with what was and what is, keys by their names alone', async () => {
    const member = await t.aFirm()
    await change(member, { contactLink: 'https://example.com', legalName: '' })
    await change(member, { disclosure: false, secrets: { surenotifyKey: 'sn-0123456789', ecpayHashKey: '' } })
    await change(member, { disclosure: false })
    expect(await auditOf(member)).toEqual([
      { contactLink: { before: '', after: 'https://example.com' } },
      { disclosure: { before: true, after: false }, keysSet: ['surenotifyKey'], keysRemoved: ['ecpayHashKey'] },
    ])
  })

  test('FIRM-7 Surenotify goes on only with a key, and off with it', async () => {
    const member = await t.aFirm()
    const turn = (route: typeof firmRoutes.enableSurenotify | typeof firmRoutes.disableSurenotify) =>
      t.call(route, { params: { id: member.firmId } }, member.headers)
    expect((await failure(turn(firmRoutes.enableSurenotify))).errorName).toBe('conflict')
    await change(member, { secrets: { surenotifyKey: 'sn-0123456789' } })
    expect((await turn(firmRoutes.enableSurenotify)).isSurenotify).toBe(true)
    expect((await turn(firmRoutes.enableSurenotify)).isSurenotify).toBe(true)
    expect((await turn(firmRoutes.disableSurenotify)).isSurenotify).toBe(false)
    await turn(firmRoutes.enableSurenotify)
    expect((await change(member, { secrets: { surenotifyKey: '' } })).isSurenotify).toBe(false)
    const logged = (await auditOf(member)).filter((each) => 'isSurenotify' in (each as object))
    expect(logged).toHaveLength(4)
  })

  test('FIRM-8 A manager reads settings, hours and points and changes settings; others see none of them', async () => {
    const owner = await t.aFirm()
    const [manager, analyst] = [await t.aMember(owner, 'manager'), await t.aMember(owner, 'analyst')]
    const log = (member: Member) => t.call(firmRoutes.hoursLog, { params: { id: owner.firmId } }, member.headers)
    const delay = (member: Member) => t.call(firmRoutes.delay, { body: { firmId: owner.firmId } }, member.headers)
    expect((await change(manager, { legalName: '甲' })).legalName).toBe('甲')
    expect((await log(manager)).items).toEqual([])
    expect((await failure(delay(manager))).errorName).toBe('forbidden')
    const tries = [show, log, delay, (member: Member) => change(member, { legalName: '乙' })]
    for (const work of tries) expect((await failure(work(analyst))).errorName).toBe('forbidden')
  })
})

describe('one’s own login', () => {
  const update = (member: Member, body: { password: string; newPassword: string }) =>
    t.call(firmRoutes.updatePassword, { params: { id: member.firmId }, body }, member.headers)

  test('FIRM-9 Every member changes the own password with the current one, and the other logins end', async () => {
    const owner = await t.aFirm()
    const assistant = await t.aMember(owner, 'assistant')
    const login = (word_: string, deviceId: string) =>
      t.call(authRoutes.login, { body: { account: assistant.account, password: word_, deviceId } })
    const elsewhere = await login(password, 'another-device')
    const newPassword = 'a fresh battery staple'
    expect((await failure(update(assistant, { password: 'wrong wrong', newPassword }))).fields).toHaveProperty(
      'password',
    )
    expect((await failure(update(assistant, { password, newPassword: 'short' }))).fields).toHaveProperty('newPassword')
    expect((await failure(update(assistant, { password, newPassword: password }))).fields).toHaveProperty('newPassword')
    await update(assistant, { password, newPassword })
    expect((await failure(login(password, 'third-device'))).errorName).toBe('wrongCredentials')
    await login(newPassword, 'third-device')
    const profile = (given: { token: string; deviceId: string }) =>
      t.call(authRoutes.profile, { query: { firmId: owner.firmId, userId: assistant.userId, ...given } })
    expect((await profile(assistant)).userInfo.userId).toBe(assistant.userId)
    const ended = { token: elsewhere.userInfo.token, deviceId: 'another-device' }
    expect((await failure(profile(ended))).errorName).toBe('signedOut')
    expect(JSON.stringify(await auditOf(owner, 'member.changePassword'))).not.toContain('staple')
  })

  test('FIRM-10 Ten wrong guesses at the current password wait a quarter of an hour', async () => {
    const member = await t.aFirm()
    const guess = () => failure(update(member, { password: 'wrong', newPassword: 'a fresh battery staple' }))
    for (let i = 0; i < 10; i += 1) expect((await guess()).errorName).toBe('invalid')
    expect((await guess()).errorName).toBe('tooManyRequests')
  })

  test('FIRM-11 One-device login is each member’s own switch', async () => {
    const owner = await t.aFirm()
    const host = await t.aMember(owner, 'host')
    await t.call(firmRoutes.oneDevice, { params: { id: owner.firmId }, body: { oneDeviceStatus: true } }, host.headers)
    const status = async (member: Member) => {
      const { firmId, userId, token, deviceId } = member
      return (await t.call(authRoutes.profile, { query: { firmId, userId, token, deviceId } })).userInfo.oneDeviceStatus
    }
    expect([await status(host), await status(owner), (await show(owner)).oneDeviceStatus]).toEqual([true, false, false])
  })
})

test('FIRM-730 The shop’s own account and the codes of its donations are kept as they look, however they were pasted, and a shortened number is refused with what to do', async () => {
  const member = await t.aFirm()
  const { invoice } = await show(member)
  const kept = { bankCode: '822', account: '012345678901', holder: '小器 有限公司' }
  const pasted = {
    bankCode: '\u202a８２２\u202c',
    account: '０１２３－４５６７　８９‑０１\u200b',
    holder: '\u200b小器　有限公司\ufeff',
  }
  const donations = [{ loveCode: '\u200e９１９', name: '創世基金會' }]
  await change(member, { transfer: pasted, invoice: { ...invoice, donations } })
  expect(await show(member)).toMatchObject({
    transfer: kept,
    invoice: { donations: [{ loveCode: '919', name: '創世基金會' }] },
  })
  // What the page sends back is taken as it is.
  await change(member, { transfer: kept })
  expect((await show(member)).transfer).toEqual(kept)
  const { fields } = await failure(change(member, { transfer: { ...kept, account: '1.23457E+13' } }))
  expect(fields).toEqual({ 'transfer.account': expect.stringContaining('試算表把號碼縮短成「1.23457E+13」') })
})
