import { firmRoutes } from '@kaimai/contract/firm/firm.routes.ts'
import { FirmSetting } from '@kaimai/contract/firm/firm.schema.ts'
import { LetterSetting, letterRoutes } from '@kaimai/contract/letter/letter.routes.ts'
import { screen, within } from '@testing-library/react'
import { expect } from 'vitest'
import { record } from '../../../test/record.ts'
import { test } from '../../../test/screen.tsx'
import type { Wire } from '../../../test/wire.ts'
import { paths } from '../../lib/paths/paths.ts'

const deliveryMethods: FirmSetting['deliveryMethods'] = [{ type: 'self', fee: 0, freeFrom: null, note: '' }]
const firm = record(FirmSetting, { name: 'Heartwood', version: 7, deliveryMethods })
const letters = record(LetterSetting, {
  smsBrand: '',
  smsRegistered: ['shop.com.tw'],
  webhook: false,
  webhookUrl: 'https://shop.example/api/letter/notice/1',
})
const withKey = { ...firm, secrets: { ...firm.secrets, surenotifyKey: { set: true, last4: '0001' } } }

const has = (wire: Wire, setting: FirmSetting = withKey) => {
  wire.answer(firmRoutes.show, () => setting)
  wire.answer(letterRoutes.setting, () => letters)
}
const section = paths.brandSetting({ section: 'notify' })

test('FIRM-60 Delivery updates are turned on once there is a key, and say where they come to', async ({
  wire,
  open,
  user,
}) => {
  has(wire)
  wire.answer(letterRoutes.enableWebhook, () => ({ ...letters, webhook: true }))
  await open(section)
  const updates = await screen.findByRole('region', { name: 'Delivery updates' })
  await user.click(within(updates).getByRole('button', { name: 'Turn on updates' }))
  expect(await within(updates).findByText('No updates received yet.')).toBeDefined()
  expect(within(updates).getByText(letters.webhookUrl)).toBeDefined()
  expect(within(updates).getByRole('button', { name: 'Turn off updates' })).toBeDefined()
})

test('FIRM-61 Without a key delivery updates can’t be turned on', async ({ wire, open }) => {
  has(wire, firm)
  await open(section)
  const turnOn = await screen.findByRole('button', { name: 'Turn on updates' })
  expect(turnOn).toHaveProperty('disabled', true)
})

test('FIRM-62 Registered links and numbers are written one a line; what is neither is refused at the field', async ({
  wire,
  open,
  user,
}) => {
  has(wire)
  wire.answer(letterRoutes.changeSetting, ({ body }) => ({ ...letters, ...body }))
  await open(section)
  const registered = await screen.findByRole('textbox', { name: /^Registered links/ })
  await user.type(registered, '{Enter}no host')
  await user.click(screen.getByRole('button', { name: 'Save text message settings' }))
  expect(await screen.findByText(/Enter a domain, such as shop.com.tw/)).toBeDefined()
  expect(wire.sent(letterRoutes.changeSetting)).toEqual([])
  await user.clear(registered)
  await user.type(registered, 'shop.com.tw{Enter}02-2345-6789')
  await user.click(screen.getByRole('button', { name: 'Save text message settings' }))
  expect(await screen.findByText('Text message settings saved')).toBeDefined()
  expect(wire.sent(letterRoutes.changeSetting).map(({ body }) => body)).toEqual([
    { smsBrand: '', smsRegistered: ['shop.com.tw', '0223456789'] },
  ])
})
