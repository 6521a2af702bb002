import { firmRoutes } from '@kaimai/contract/firm/firm.routes.ts'
import { FirmSetting } from '@kaimai/contract/firm/firm.schema.ts'
import { screen, within } from '@testing-library/react'
import { expect } from 'vitest'
import { record } from '../../../test/record.ts'
import { test } from '../../../test/screen.tsx'
import type { Wire } from '../../../test/wire.ts'
import { paths } from '../../lib/paths/paths.ts'

const home = { type: 'home', fee: 10000, freeFrom: null, note: '' } as const
const setting = record(FirmSetting, { name: 'Heartwood', version: 7, disclosure: true, deliveryMethods: [home] })

const has = (wire: Wire) => {
  wire.answer(firmRoutes.show, () => setting)
  wire.answer(firmRoutes.change, ({ body }) => {
    const { version: _version, ...changed } = body
    return record(FirmSetting, { ...setting, version: 8, ...(changed.name ? { name: changed.name } : {}) })
  })
}

test('FIRM-1 A section sends only what was changed, on the version it was made from', async ({ wire, open, user }) => {
  has(wire)
  await open(paths.brandSetting({ section: 'business' }))
  await user.type(await screen.findByRole('textbox', { name: /^Shop name/ }), ' kiln')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Settings saved')).toBeDefined()
  expect(wire.sent(firmRoutes.change).map(({ body }) => body)).toEqual([{ name: 'Heartwood kiln', version: 7 }])
})

test('FIRM-28 Changes that were discarded come back by undo', async ({ wire, open, user }) => {
  has(wire)
  await open(paths.brandSetting({ section: 'business' }))
  const name = await screen.findByRole('textbox', { name: /^Shop name/ })
  await user.type(name, ' kiln')
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  expect(name).toHaveProperty('value', 'Heartwood')
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(name).toHaveProperty('value', 'Heartwood kiln')
})

test('FIRM-29 Labels of what is simulated are turned off only by who has read what the law says', async ({
  wire,
  open,
  user,
}) => {
  has(wire)
  await open(paths.brandSetting({ section: 'business' }))
  const labels = await screen.findByRole('switch', { name: /Label prerecorded/ })
  await user.click(labels)
  const question = await screen.findByRole('dialog', { name: 'Turn off labels?' })
  await user.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(labels).toHaveProperty('checked', true)
  await user.click(labels)
  await user.click(await screen.findByRole('button', { name: 'I understand. Turn off labels' }))
  await expect.poll(() => labels).toHaveProperty('checked', false)
})

test('FIRM-38 The payment settings ask for what each provider has given, and say what ECPay’s credit check code is for', async ({
  wire,
  open,
  user,
}) => {
  has(wire)
  await open(paths.brandSetting({ section: 'payment' }))
  for (const label of [/^HashKey \(NewebPay\)/, /^HashIV \(NewebPay\)/, /^Channel ID/, /^Channel secret/])
    expect(await screen.findByLabelText(label)).toBeDefined()
  const code = await screen.findByLabelText(/^Credit check code/)
  expect(screen.getByText(/Needed to refund cards from here/)).toBeDefined()
  await user.type(code, '91845555')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Settings saved')).toBeDefined()
  expect(wire.sent(firmRoutes.change).map(({ body }) => body.secrets)).toEqual([{ ecpayCreditCheckCode: '91845555' }])
})

test.for([
  [
    'en',
    'Payment providers can’t reach this server because its address isn’t https on port 443, so only test payments are available. Ask your administrator to set PUBLIC_URL.',
  ],
  [
    'zh-TW',
    '這台伺服器的網址不是 https（443 埠），金流公司連不進來，所以只能用測試金流。請系統管理員設定 PUBLIC_URL。',
  ],
] as const)(
  'FIRM-63 A server that payment companies can’t reach says why it takes no money (%s)',
  async ([language, words], { wire, open }) => {
    wire.answer(firmRoutes.show, () => ({ ...setting, takesMoney: false, paymentGateways: ['sandbox' as const] }))
    await open(paths.brandSetting({ section: 'payment' }), { language })
    expect(await screen.findByText(words)).toBeDefined()
  },
)

test('FIRM-64 A server that payment companies reach does not speak of its address', async ({ wire, open }) => {
  wire.answer(firmRoutes.show, () => ({ ...setting, takesMoney: true }))
  await open(paths.brandSetting({ section: 'payment' }))
  expect(await screen.findByLabelText(/^Channel ID/)).toBeDefined()
  expect(screen.queryByText(/PUBLIC_URL/)).toBeNull()
})

test('FIRM-49 Who types another merchant id over one with keys is told to enter its keys, and what becomes of earlier payments', async ({
  wire,
  open,
  user,
}) => {
  has(wire)
  const set = { set: true, last4: '' }
  wire.answer(firmRoutes.show, () => ({
    ...setting,
    gateways: { ecpay: '3002607', paynow: '', newebpay: '', linepay: '' },
    secrets: { ...setting.secrets, ecpayHashKey: set, ecpayHashIv: set },
  }))
  await open(paths.brandSetting({ section: 'payment' }))
  const id = await screen.findByLabelText(/^MerchantID/)
  expect(screen.queryByText(/Earlier payments/)).toBeNull()
  await user.type(id, '1')
  expect(screen.getByText(/Enter the new account’s keys too. Earlier payments .* for 240 days/)).toBeDefined()
  await user.type(await screen.findByLabelText(/^Channel ID/), '1')
  expect(screen.getAllByText(/Earlier payments/)).toHaveLength(1)
})

test('FIRM-36 Another section is opened only after a question while there are changes', async ({
  wire,
  open,
  user,
}) => {
  has(wire)
  const opened = await open(paths.brandSetting({ section: 'business' }))
  await user.type(await screen.findByRole('textbox', { name: /^Shop name/ }), ' kiln')
  await user.click(screen.getByRole('link', { name: 'Delivery' }))
  const question = await screen.findByRole('dialog')
  expect(opened.address()).toContain('section=business')
  await user.click(within(question).getByRole('button', { name: /Leave/ }))
  await expect.poll(opened.address).toContain('section=delivery')
})

test('FIRM-37 A shop without a way to deliver is told to offer one, and gets one with its usual fee', async ({
  wire,
  open,
  user,
}) => {
  has(wire)
  await open(paths.brandSetting({ section: 'delivery' }))
  await user.click(await screen.findByRole('button', { name: 'Stop offering “Home delivery”' }))
  expect(screen.getByText(/Offer at least one delivery method/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Add delivery method' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Store pickup' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Settings saved')
  expect(wire.sent(firmRoutes.change)[0]?.body.deliveryMethods).toEqual([
    { type: 'store', fee: 6000, freeFrom: null, note: '' },
  ])
})
