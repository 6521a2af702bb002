import { expect, test } from 'vitest'
import { isBarePath, paths, routeRow, routes } from './paths.ts'

/** Spec section 2, as it stands there. */
const ofTheSpec = {
  '/dashboard': 'dashboard',
  '/manage-live': 'stream',
  '/Manage-blacklist': 'stream',
  '/manage-form': 'form',
  '/manage-form/:pageStatus/:pageType': 'form',
  '/manage-form/:pageStatus/:pageType/:pageId': 'form',
  '/manage-live-stream': 'stream',
  '/manage-live-stream/streaming-edit/:liveId': 'stream',
  '/manage-live-stream/:pageType/:platformType': 'stream',
  '/manage-live-stream/:pageType/:platformType/:liveId': 'stream',
  '/manage-msgroup': 'stream',
  '/manage-msgroup/create': 'stream',
  '/manage-msgroup/edit/:commentModId': 'stream',
  '/Manage-product': 'stream',
  '/manage-sms-email': 'form',
  '/manage-sms-email/create': 'form',
  '/manage-virtual-user': 'stream',
  '/manage-orders': 'none',
  '/brand-setting': 'setting',
  '/association-setting': 'setting',
  '/manage-mail-template': 'form',
  '/manage-mail-template/create': 'form',
  '/manage-mail-template/edit/:letterTemplateId': 'form',
} as const

const publicOfTheSpec = [
  '/',
  '/partner/:partnerId',
  '/auth/login',
  '/auth/forget',
  '/auth/reset/:token',
  '/auth/invitation/:token',
  '/auth/confirm-email/:token',
  '/stream/s/:shortUrl/expired',
  '/stream/:shortUrl',
  '/stream/:paramStreamId/:userId/replay',
  '/stream/:paramStreamId/expired',
  '/stream/:paramStreamId/anonymous',
  '/stream/:paramStreamId/:userId',
  '/:pageType/:customUrl',
  '/404',
  '/client-404',
  '/Proto',
  '/chat',
  '/playground',
  '/playground2',
  '/playground/1',
  '/playground/2',
  '/playground/3',
  '/playground/4',
  '/playground/5',
]
const added = ['/register', '/order/:orderKey', '/sandbox-pay/:token']
const addedAuth = {
  '/manage-form/users': 'form',
  '/manage-orders/cash-flow': 'none',
  '/manage-orders/statement': 'none',
  '/manage-orders/settlement': 'none',
  '/my-account': 'none',
  '/manage-sms-email/automatic': 'form',
  '/manage-sms-email/sendings': 'form',
  '/manage-sms-email/opt-outs': 'form',
  '/manage-live-stream/customers': 'form',
  '/manage-live-stream/users': 'stream',
  '/manage-live-stream/inbox': 'stream',
  '/Manage-product/sales-pages': 'stream',
  '/Manage-product/sales-pages/create': 'stream',
  '/Manage-product/sales-pages/edit/:pageId': 'stream',
  '/association-setting/links': 'setting',
  '/association-setting/results': 'setting',
  '/association-setting/commissions': 'setting',
  '/association-setting/statements': 'setting',
  '/association-setting/payouts': 'setting',
} as const

test('PATHS-1 The table holds the routes of the spec with their access and permission type, and ours', () => {
  const rows = Object.values(routes)
  const auth = rows.filter(({ access }) => access === 'auth').map(({ path, type }) => [path, type])
  expect(Object.fromEntries(auth)).toEqual({ ...ofTheSpec, ...addedAuth })
  const open = rows.filter(({ access }) => access === 'public').map(({ path }) => path)
  expect(open.toSorted()).toEqual([...publicOfTheSpec, ...added].toSorted())
  expect(routeRow('manageOrders').layout).toBe('wide')
})

test('PATHS-2 Builders fill parameters in, encoded, and add a query', () => {
  expect(paths.manageProduct()).toBe('/Manage-product')
  expect(paths.streamingEdit({ liveId: 'a/b' })).toBe('/manage-live-stream/streaming-edit/a%2Fb')
  expect(paths.manageFormEdit({ pageStatus: 'edit', pageType: 'free', pageId: '7' })).toBe('/manage-form/edit/free/7')
  expect(paths.login({ next: '/dashboard?a=1', other: undefined })).toBe('/auth/login?next=%2Fdashboard%3Fa%3D1')
  expect(paths.reset({ token: 't' }, { lng: 'en' })).toBe('/auth/reset/t?lng=en')
})

test('PATHS-3 Sidebar, upload widget, balance and bell hide on the paths of the spec, whatever their case', () => {
  const bare = [
    '/sign-up/x',
    '/stream/a/b',
    '/Proto',
    '/front-form/x',
    '/register',
    '/auth/forget',
    '/auth/reset/t',
    '/auth/Login',
    '/client-404',
    '/partner/7',
    '/F/x',
    '/s/x',
  ]
  for (const path of bare) expect([path, isBarePath(path)]).toEqual([path, true])
  for (const path of ['/dashboard', '/manage-live-stream', '/manage-form/edit/free', '/404', '/chat', '/playground']) {
    expect([path, isBarePath(path)]).toEqual([path, false])
  }
})
