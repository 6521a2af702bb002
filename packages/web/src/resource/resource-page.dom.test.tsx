import { fail } from '@kaimai/contract/common/error.ts'
import { defineErrorTexts } from '@kaimai/contract/common/error-text.ts'
import { choice, money, optionalCount, text } from '@kaimai/contract/common/field.ts'
import { defineResource, resourceRoutes } from '@kaimai/contract/common/resource.ts'
import { defineRoutes } from '@kaimai/contract/common/route.ts'
import { screen, within } from '@testing-library/react'
import { expect } from 'vitest'
import { idOf, record } from '../../test/record.ts'
import { test } from '../../test/screen.tsx'
import type { Wire } from '../../test/wire.ts'
import { MoreTexts } from '../lib/i18n/use-text.tsx'
import { resourcePage } from './resource-page.tsx'

const errors = defineErrorTexts({ offerTaken: { 'zh-TW': '已經有人用了', en: 'Already in use' } })
const offer = defineResource({
  path: '/offer',
  names: ['offer', 'offers'],
  permission: 'stream',
  main: 'code',
  versions: true,
  fields: {
    code: text({ max: 20, fold: 'upper', search: true }),
    kind: choice({ percent: { 'zh-TW': '百分比', en: 'Percent' }, amount: { 'zh-TW': '金額', en: 'Amount' } }),
    value: money({ min: 1 }),
    uses: optionalCount(),
  },
  titles: {
    code: { 'zh-TW': '代碼', en: 'Code' },
    kind: { 'zh-TW': '種類', en: 'Kind' },
    value: { 'zh-TW': '折抵', en: 'Discount' },
    uses: { 'zh-TW': '次數', en: 'Uses' },
  },
  tabs: ['running'],
  sorts: ['code'],
})
const routes = defineRoutes('console', resourceRoutes(offer))
const OfferPage = resourcePage(offer, {
  name: 'offer',
  routes,
  permission: 'stream',
  art: 'list',
  columns: ['code', 'kind', 'value', 'uses'],
  form: ['code', ['kind', 'value'], 'uses'],
})
const texts = {
  title: 'Offers',
  lead: 'What buyers get off.',
  remove: 'Orders keep it.',
  list: { label: 'Offers', search: 'Search offers' },
  empty: { title: 'No offers yet', text: 'Make one.' },
  action: { create: 'New offer' },
  tab: { all: 'All', running: 'Running' },
}
const page = (
  <MoreTexts namespace="offer" texts={texts}>
    <OfferPage />
  </MoreTexts>
)
const autumn = record(offer.Record, { id: idOf(1), version: 4, code: 'AUTUMN', kind: 'amount', value: 100_00, uses: 3 })

const has = (wire: Wire, items: readonly (typeof autumn)[]) => {
  wire.answer(routes.list, () => ({ items, total: items.length }))
  wire.answer(routes.counts, () => ({ all: items.length, running: items.length }))
  wire.answer(routes.show, () => autumn)
}

test('RESOURCE-20 A list shows each field as its kind is read, and a new record is sent as its contract has it', async ({
  wire,
  mount,
  user,
}) => {
  has(wire, [autumn])
  wire.answer(routes.create, () => ({ ...autumn, code: 'WINTER' }))
  await mount(page)
  const row = (await screen.findByRole('link', { name: 'AUTUMN' })).closest('tr')
  expect([...(row?.querySelectorAll('td') ?? [])].map((cell) => cell.textContent).slice(0, 4)).toEqual([
    'AUTUMN',
    'Amount',
    'NT$100',
    '3',
  ])
  await user.click(screen.getByRole('button', { name: 'New offer' }))
  const drawer = await screen.findByRole('dialog', { name: 'New offer' })
  await user.click(within(drawer).getByRole('button', { name: 'Save' }))
  const code = within(drawer).getByRole('textbox', { name: /^Code/ })
  await expect.poll(() => code.getAttribute('aria-invalid')).toBe('true')
  await user.type(code, 'winter')
  await user.type(within(drawer).getByRole('textbox', { name: /^Discount/ }), '50')
  await user.click(within(drawer).getByRole('button', { name: 'Save' }))
  await screen.findByText('“WINTER” saved')
  expect(wire.sent(routes.create)).toEqual([{ body: { code: 'WINTER', kind: 'percent', value: 50_00, uses: null } }])
})

test('RESOURCE-21 An error of the server stands at its field, and what was typed stays', async ({
  wire,
  mount,
  user,
}) => {
  has(wire, [autumn])
  wire.answer(routes.change, () => {
    throw fail('invalid', { fields: { code: errors.offerTaken } })
  })
  await mount(page)
  await user.click(await screen.findByRole('link', { name: 'AUTUMN' }))
  const drawer = await screen.findByRole('dialog', { name: 'AUTUMN' })
  const code = await within(drawer).findByRole('textbox', { name: /^Code/ })
  await user.type(code, '2')
  await user.click(within(drawer).getByRole('button', { name: 'Save' }))
  await within(drawer).findByText('Already in use')
  expect((code as HTMLInputElement).value).toBe('AUTUMN2')
  expect(wire.sent(routes.change)[0]).toMatchObject({ body: { code: 'AUTUMN2', version: 4 } })
})

test('RESOURCE-22 What somebody else changed meanwhile is asked about in the words of the list, and saved on the newer version', async ({
  wire,
  mount,
  user,
}) => {
  has(wire, [autumn])
  let sent = 0
  wire.answer(routes.change, () => {
    sent += 1
    if (sent > 1) return { ...autumn, version: 6 }
    throw fail('conflict', {
      conflict: {
        version: 5,
        changedBy: 'Mei',
        changedAt: '2026-03-02T04:00:00.000Z',
        fields: [{ field: 'value', now: 80_00 }],
      },
    })
  })
  await mount(page)
  await user.click(await screen.findByRole('link', { name: 'AUTUMN' }))
  const drawer = await screen.findByRole('dialog', { name: 'AUTUMN' })
  const value = await within(drawer).findByRole('textbox', { name: /^Discount/ })
  wire.answer(routes.show, () => ({ ...autumn, version: 5, value: 80_00 }))
  await user.clear(value)
  await user.type(value, '70')
  await user.click(within(drawer).getByRole('button', { name: 'Save' }))
  const group = await screen.findByRole('group', { name: 'Discount' })
  expect(within(group).getByText('NT$70')).toBeDefined()
  await user.click(within(group).getByText('NT$80'))
  const question = group.closest('[role="dialog"]') as HTMLElement
  const buttons = within(question).getAllByRole('button')
  await user.click(buttons[buttons.length - 1] as HTMLElement)
  await screen.findByText('“AUTUMN” saved')
  expect(wire.sent(routes.change).map(({ body }) => [body.version, body.value])).toEqual([
    [4, 70_00],
    [5, 80_00],
  ])
})

test('RESOURCE-23 A record is deleted after a question; who may only look is offered nothing of it', async ({
  wire,
  mount,
  user,
}) => {
  has(wire, [autumn])
  wire.answer(routes.remove, () => ({}))
  await mount(page)
  await user.click(await screen.findByRole('button', { name: 'More actions: AUTUMN' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const question = await screen.findByRole('dialog', { name: 'Delete “AUTUMN”?' })
  expect(wire.sent(routes.remove)).toEqual([])
  await user.click(within(question).getByRole('button', { name: 'Delete' }))
  await screen.findByText('“AUTUMN” deleted')
  expect(wire.sent(routes.remove)).toEqual([{ params: { id: autumn.id } }])
})

test('RESOURCE-24 Who may only look reads a record and finds no way to change it', async ({ wire, mount, user }) => {
  has(wire, [autumn])
  await mount(page, { authority: { bombmyLive: 1 } })
  await user.click(await screen.findByRole('link', { name: 'AUTUMN' }))
  const drawer = await screen.findByRole('dialog', { name: 'AUTUMN' })
  const code = await within(drawer).findByRole('textbox', { name: /^Code/ })
  expect(code.closest('fieldset')?.disabled).toBe(true)
  expect(within(drawer).queryByRole('button', { name: 'Save' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'New offer' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'More actions: AUTUMN' })).toBeNull()
})

test('RESOURCE-25 An empty list teaches, and a tab stands in the address and is asked for', async ({
  wire,
  mount,
  user,
}) => {
  has(wire, [])
  await mount(page)
  await screen.findByText('No offers yet')
  has(wire, [autumn])
  wire.answer(routes.list, ({ query }) => ({ items: query.state === 'running' ? [] : [autumn], total: 1 }))
  const opened = await mount(page)
  await user.click(await screen.findByRole('link', { name: /^Running/ }))
  expect(opened.address()).toBe('/?state=running')
  await screen.findByText('Nothing here')
  expect(wire.sent(routes.list).some(({ query }) => query.state === 'running')).toBe(true)
})
