import { commissionRoutes } from '@kaimai/contract/commission/commission.routes.ts'
import { pathOf } from '@kaimai/contract/common/route.ts'
import { partnerRoutes } from '@kaimai/contract/partner/partner.routes.ts'
import { partnerSessionRoutes } from '@kaimai/contract/partner/partner-session.routes.ts'
import { expect, test } from 'vitest'
import { aPartner, aPayableStatement, partnerBody, setPayoutAccount } from '../../../test/affiliates.ts'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { partnerLogin } from '../../../test/partner-login.ts'
import { type Member, WireError } from '../../../test/test-app.ts'

const t = await sharedApp()

const fieldsOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'taken',
    (error: unknown) => (error instanceof WireError ? error.fields : error),
  )
const change = (member: Member, { id, version }: { readonly id: string; readonly version: number }, given: object) =>
  t.call(partnerRoutes.change, { params: { id }, body: { ...partnerBody(given), version } }, member.headers)

test('PARTNER-730 A partner’s name, addresses and phone are kept in the one form of all people, when it is made and when it is changed', async () => {
  const member = await aFirmWithHours(t)
  const pasted = {
    name: '\u200e林\u200b佳穎　Ａmy\ufeff',
    email: '\u202aMei＠Example.TEST\u202c',
    payoutEmail: 'mailto:pay@例子.test.',
    phone: '\u202a０９１２‑３４５–６７８\u202c',
  }
  const kept = {
    name: '林佳穎 Amy',
    email: 'mei@example.test',
    payoutEmail: 'pay@xn--fsqu00a.test',
    phone: '+886912345678',
  }
  const made = await aPartner(t, member, pasted)
  expect(made).toMatchObject(kept)
  const other = await aPartner(t, member, { phone: '00886 922 333 444' })
  expect(other.phone).toBe('+886922333444')
  expect(await change(member, other, { ...pasted, email: 'ＬＩＮ@example.test' })).toMatchObject({
    ...kept,
    email: 'lin@example.test',
  })
  // Two spellings of one mail box are one.
  expect(await fieldsOf(aPartner(t, member, { email: 'MEI@example.test\u200b' }))).toEqual({
    email: '已有合作夥伴使用這個電子郵件',
  })
})

test('PARTNER-731 A link is no name of a partner, an extension no part of its phone, and what nobody sees is to be filled in', async () => {
  const member = await aFirmWithHours(t)
  const made = await aPartner(t, member)
  const wrong = {
    name: '領獎 evil.tw',
    email: 'mei@',
    payoutEmail: 'mei@example',
    phone: '02-2345-6789 分機12',
  }
  const words = {
    name: '姓名請不要填網址、電子郵件或電話號碼；句點後面請空一格',
    email: '請填寫正確的電子郵件',
    payoutEmail: '請填寫正確的電子郵件',
    phone: '這裡請只填電話號碼，不要加分機',
  }
  expect(await fieldsOf(aPartner(t, member, wrong))).toEqual(words)
  expect(await fieldsOf(change(member, made, wrong))).toEqual(words)
  expect(await fieldsOf(aPartner(t, member, { phone: '1.2E+9' }))).toEqual({ phone: '請填寫正確的電話號碼' })
  expect(await fieldsOf(aPartner(t, member, { name: '\u200b\u3164' }))).toEqual({ name: '請填寫此欄位' })
  const unseen = { payoutEmail: '\u200b', phone: '\u202a\u202c' }
  expect(await aPartner(t, member, unseen)).toMatchObject({ payoutEmail: '', phone: '' })
  for (const name of ['Ma.Theresa Cruz', 'Dr.王', '夏曼·藍波安'])
    expect((await aPartner(t, member, { name })).name).toBe(name)
})

test('PARTNER-732 An account that payouts go to is kept as it looks, and zeros or digits that a spreadsheet has lost are asked for again', async () => {
  const member = await aFirmWithHours(t)
  const { id } = await aPartner(t, member)
  const account = { bankCode: '822', account: '012345678901', holder: '林小美', taxId: 'A123456789' }
  const set = (given: object) =>
    t.call(partnerRoutes.setPayoutAccount, { params: { id }, body: { ...account, ...given } }, member.headers)
  const pasted = {
    bankCode: '\u202a８２２\u202c',
    account: '０１２３－４５６７　８９‑０１\u200b',
    holder: '\u200b林　小美',
    taxId: '\u200eａ1２３-456789 ',
  }
  expect(await set(pasted)).toMatchObject({ accountEnd: '78901' })
  const { rows } = await t.platform.db.raw('select "payoutAccount" from partner where id = $1', [id])
  const sealed = t.platform.secret.decrypt('payout account', String(rows[0]?.['payoutAccount']), id)
  expect(JSON.parse(sealed)).toEqual({ ...account, holder: '林 小美' })

  const bankCode = '銀行代碼是 3 位數字'
  const digits = '銀行帳號是 10 到 16 位數字'
  const taxId = '統一編號或身分證字號不正確'
  expect(await fieldsOf(set({ bankCode: '4' }))).toEqual({ bankCode })
  expect(await fieldsOf(set({ bankCode: '\u200b', account: '\u200b' }))).toEqual({ bankCode, account: digits })
  expect(await fieldsOf(set({ account: '345678901' }))).toEqual({ account: digits })
  expect(await fieldsOf(set({ account: '1.23457E+13' }))).toEqual({
    account: expect.stringContaining('試算表把號碼縮短成「1.23457E+13」'),
  })
  for (const wrong of ['12345678', '4595257', 'A12345678'])
    expect(await fieldsOf(set({ taxId: wrong }))).toEqual({ taxId })
  expect(await fieldsOf(set({ taxId: '０４５９－５２５７' }))).toBe('taken')
})

test('PARTNER-733 A partner logs in by its address however it is pasted, also one that was kept before as it was typed', async () => {
  const member = await aFirmWithHours(t)
  const partner = await aPartner(t, member, { email: 'mei@例子.test' })
  expect(partner.email).toBe('mei@xn--fsqu00a.test')
  const tryWith = async (email: string): Promise<number> => {
    const { cookie } = await partnerLogin(t, member, { id: partner.id, email })
    const url = pathOf(partnerSessionRoutes.show)
    return (await t.request({ method: 'GET', url, headers: { cookie } })).status
  }
  const spellings = ['mei@例子.test', '\u202aＭei＠例子.test\u202c', 'mailto:mei@xn--fsqu00a.test.']
  for (const email of spellings) expect(await tryWith(email)).toBe(200)
  await t.platform.db.raw('update partner set email = $2 where id = $1', [partner.id, 'mei@例子.test'])
  for (const email of spellings) expect(await tryWith(email)).toBe(200)
  expect(await tryWith('mei@example.test')).not.toBe(200)
})

test('PARTNER-734 An account that was sealed when less was asked of its tax id is still paid out', async () => {
  const member = await aFirmWithHours(t)
  const { id } = await aPartner(t, member, { taxKind: 'company' })
  await setPayoutAccount(t, member, id)
  const old = { bankCode: '822', account: '012345678901', holder: '器日', taxId: '12345678' }
  const sealed = t.platform.secret.encrypt('payout account', JSON.stringify(old), id)
  await t.platform.db.raw('update partner set "payoutAccount" = $2 where id = $1', [id, sealed])
  await aPayableStatement(t, member, id, 600_00)
  const payout = await t.call(commissionRoutes.makePayout, { body: { note: '分潤' } }, member.headers)
  const file: unknown = await t.call(commissionRoutes.bankFile, { params: { id: payout.id } }, member.headers)
  expect(file).toBe('\uFEFF"822","012345678901","器日","600","分潤"\r\n')
})
