import type { Page } from 'playwright-core'
import { type ShopperLanguage, shopperOn } from '../harness/shopper.ts'
import type { TourStage } from './stage.ts'

export interface Stop {
  /** Also the picture's name. */
  readonly name: string
  /** As in the web app's table of paths, which must be covered whole. */
  readonly route: string
  /** Asked when its turn comes: the demo's rooms last three minutes. */
  readonly path: () => string | Promise<string>
  /** As a member of the demo firm, or as somebody without a login. */
  readonly as: 'member' | 'guest'
  /** What is clicked once the page stands. */
  readonly act?: (page: Page, language: ShopperLanguage) => Promise<void>
  /** A fault that belongs to this page. */
  readonly meant?: RegExp
  /** Where the browser ends up, when that is elsewhere. */
  readonly leadsTo?: RegExp
}

const videoPlays = (page: Page) =>
  page
    .waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.5, undefined, { timeout: 30_000 })
    .then(() => undefined)

const openProducts: Stop['act'] = async (page, language) => {
  await videoPlays(page)
  await shopperOn(page, language).openProducts()
}

const openCart: Stop['act'] = async (page, language) => {
  await videoPlays(page)
  await shopperOn(page, language).openProducts()
  await shopperOn(page, language).takeFromProducts()
  await page.getByRole('dialog').waitFor()
}

/** Every screen of the product with something on it. */
export const stopsOf = (stage: TourStage): readonly Stop[] => {
  const { waiting, over, cancelled, draft, form, orders, waitingSeat, overSeat } = stage
  const at = (path: string | Stop['path']): Stop['path'] => (typeof path === 'string' ? () => path : path)
  const member = (
    name: string,
    route: string,
    path: string | Stop['path'] = route,
    more: Partial<Stop> = {},
  ): Stop => ({
    name,
    route,
    path: at(path),
    as: 'member',
    ...more,
  })
  const guest = (name: string, route: string, path: string | Stop['path'] = route, more: Partial<Stop> = {}): Stop => ({
    name,
    route,
    path: at(path),
    as: 'guest',
    ...more,
  })
  const live = '/manage-live-stream/:pageType/:platformType'
  const notThere = { meant: /^404 GET / }
  return [
    member('root', '/', '/', { leadsTo: /\/dashboard$/ }),
    member('dashboard', '/dashboard'),
    member('videos', '/manage-live'),
    member('videos-upload', '/manage-live', '/manage-live?upload=1'),
    member('blacklist', '/Manage-blacklist'),
    member('forms', '/manage-form'),
    member('form-new', '/manage-form/:pageStatus/:pageType', '/manage-form/create/free'),
    member('form-new-paid', '/manage-form/:pageStatus/:pageType', '/manage-form/create/order'),
    member('form-edit', '/manage-form/:pageStatus/:pageType/:pageId', `/manage-form/edit/free/${form.id}`),
    member('lives', '/manage-live-stream'),
    member(
      'control-room',
      '/manage-live-stream/streaming-edit/:liveId',
      `/manage-live-stream/streaming-edit/${waiting.id}`,
    ),
    member('live-new', live, '/manage-live-stream/create/video'),
    member('live-new-camera', live, '/manage-live-stream/create/camera'),
    member('live-edit', `${live}/:liveId`, `/manage-live-stream/edit/video/${draft.id}`),
    member('live-edit-over', `${live}/:liveId`, `/manage-live-stream/edit/video/${over.id}`),
    member('live-copy', `${live}/:liveId`, `/manage-live-stream/copy/video/${waiting.id}`),
    member('comment-groups', '/manage-msgroup'),
    member('comment-group-new', '/manage-msgroup/create'),
    member('comment-group-edit', '/manage-msgroup/edit/:commentModId', `/manage-msgroup/edit/${stage.commentModId}`),
    member('products', '/Manage-product'),
    member('letters', '/manage-sms-email'),
    member('letter', '/manage-sms-email', `/manage-sms-email?letter=${stage.letterId}`),
    member('letter-new', '/manage-sms-email/create'),
    member('virtual-users', '/manage-virtual-user'),
    member('orders', '/manage-orders'),
    member('order-drawer', '/manage-orders', `/manage-orders?order=${stage.orderId}`),
    member('orders-none', '/manage-orders', '/manage-orders?paymentState=refunded'),
    member('vendor-settings', '/brand-setting'),
    member('affiliates', '/association-setting'),
    member('templates', '/manage-mail-template'),
    member('template-new', '/manage-mail-template/create'),
    member('template-edit', '/manage-mail-template/edit/:letterTemplateId', '/manage-mail-template/edit/welcome'),
    member('playground', '/playground'),
    ...[1, 2, 3, 4, 5].map((n) => member(`playground-${n}`, `/playground/${n}`)),
    member('playground2', '/playground2'),
    member('proto', '/Proto'),
    member('chat', '/chat'),
    guest('login', '/auth/login'),
    guest('forget', '/auth/forget'),
    guest('reset', '/auth/reset/:token', '/auth/reset/no-such-token'),
    guest('register', '/register'),
    guest('partner', '/partner/:partnerId', '/partner/anyone'),
    guest('not-found', '/404'),
    guest('client-not-found', '/client-404'),
    guest('unknown', '/client-404', '/no/such/page/at/all', { leadsTo: /\/client-404$/ }),
    guest('sign-up', '/:pageType/:customUrl', '/f/demo'),
    guest('sign-up-later', '/:pageType/:customUrl', '/f/tour'),
    guest('sign-up-missing', '/:pageType/:customUrl', '/f/no-such-form', notThere),
    guest('room-live', '/stream/:paramStreamId/anonymous', stage.runningPath, { act: videoPlays }),
    guest('room-products', '/stream/:paramStreamId/anonymous', stage.runningPath, { act: openProducts }),
    guest('room-cart', '/stream/:paramStreamId/anonymous', stage.runningPath, { act: openCart }),
    guest('room-delivery', '/stream/:paramStreamId/anonymous', stage.runningPath, {
      act: async (page, language) => {
        await openCart(page, language)
        await shopperOn(page, language).nextStep()
      },
    }),
    guest('room-waiting', '/stream/:paramStreamId/:userId', waitingSeat.path),
    guest('room-cancelled', '/stream/:paramStreamId/anonymous', `/stream/${cancelled.streamId}/anonymous`),
    guest('room-over', '/stream/:paramStreamId/:userId', overSeat.path),
    guest('room-replay', '/stream/:paramStreamId/:userId/replay', `${overSeat.path}/replay`),
    guest('room-expired', '/stream/:paramStreamId/expired', `/stream/${over.streamId}/expired`),
    guest('room-short-expired', '/stream/s/:shortUrl/expired', `/stream/s/${over.streamId}/expired`),
    guest('room-short', '/stream/:shortUrl', `/stream/${waiting.streamId}`, { leadsTo: /\/anonymous$/ }),
    guest('room-missing', '/stream/:paramStreamId/anonymous', '/stream/noSuchRoomAnywhere/anonymous', notThere),
    guest('order-unpaid', '/order/:orderKey', `/order/${orders.unpaid.orderKey}`),
    guest('order-failed', '/order/:orderKey', `/order/${orders.failed.orderKey}`),
    guest('order-code', '/order/:orderKey', `/order/${orders.code.orderKey}`),
    guest('order-paid', '/order/:orderKey', `/order/${orders.paid.orderKey}`),
    guest('order-missing', '/order/:orderKey', '/order/no-such-order-key-at-all', notThere),
    guest('gateway', '/sandbox-pay/:token', `/sandbox-pay/${orders.unpaid.token}`),
    guest('gateway-paid', '/sandbox-pay/:token', `/sandbox-pay/${orders.paid.token}`),
  ]
}
