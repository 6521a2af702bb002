import type { Page } from 'playwright-core'
import type { ShopperLanguage } from '../harness/shopper.ts'
import { controlRoomActs } from './control-room-acts.ts'
import { dashboardStops } from './dashboard-stops.ts'
import * as library from './library-acts.ts'
import * as liveActs from './live-acts.ts'
import { changeMany, cropPicture, importErrors, importProducts, openOffer } from './product-acts.ts'
import { buyOnPage } from './room-acts.ts'
import { roomStops } from './room-stops.ts'
import { settingStops } from './setting-stops.ts'
import * as partner from './partner-acts.ts'
import type { TourStage } from './stage.ts'

export interface Stop {
  /** Also the picture's name. */
  readonly name: string
  /** As in the web app's table of paths, which must be covered whole. */
  readonly route: string
  /** Asked when its turn comes: the demo's rooms last three minutes. */
  readonly path: () => string | Promise<string>
  /** As a member of the demo firm, as one who has just registered, or as somebody without a login. */
  readonly as: 'member' | 'newcomer' | 'guest'
  /** What is clicked once the page stands. */
  readonly act?: (page: Page, language: ShopperLanguage) => Promise<void>
  /** A fault that belongs to this page. */
  readonly meant?: RegExp
  /** Where the browser ends up, when that is elsewhere. */
  readonly leadsTo?: RegExp
}

const shareSalesPage: Stop['act'] = async (page, language) => {
  // The newest stands at the top: a menu closes when the page is scrolled.
  const row = page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: '冬窯預告' })
  await row.locator('[aria-haspopup=menu]').first().click()
  await page.getByRole('menuitem', { name: language === 'en' ? 'Share' : '分享' }).click()
  await page.getByRole('dialog').getByRole('img', { name: /QR/ }).locator('path').waitFor({ state: 'attached' })
}

const openSalesBlock: Stop['act'] = async (page, language) => {
  const blocks = page.getByRole('list', { name: language === 'en' ? 'Content blocks' : '內容區塊' })
  await blocks.getByRole('button', { expanded: false }).first().click()
  await blocks.getByRole('textbox').first().waitFor()
}

const openAnnouncements: Stop['act'] = async (page) => {
  await page.locator('header [aria-haspopup="dialog"]').last().click()
  await page.getByRole('dialog').locator('h3').first().waitFor()
}

const openPerson: Stop['act'] = async (page) => {
  await page.getByRole('link', { name: /林佳穎/ }).click()
  await page.getByRole('dialog').getByRole('heading', { level: 3 }).first().waitFor()
}

const movePerson: Stop['act'] = async (page, language) => {
  await openPerson(page, language)
  const name = language === 'en' ? 'Change session' : '換場次'
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
  await page.getByRole('radio').first().waitFor()
}

const openFirstBlock: Stop['act'] = async (page) => {
  await page.locator('a[href*="block="]').first().click()
  await page.getByRole('dialog').getByRole('heading', { level: 3 }).first().waitFor()
}

/** Every screen of the product with something on it. */
export const stopsOf = (stage: TourStage): readonly Stop[] => {
  const { waiting, over, cancelled, draft, form, orders } = stage
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
  const salesPageEdit = '/Manage-product/sales-pages/edit/:pageId'
  const templateEdit = '/manage-mail-template/edit/:letterTemplateId'
  const notThere = { meant: /^404 GET / }
  return [
    member('root', '/', '/', { leadsTo: /\/dashboard$/ }),
    ...dashboardStops(stage),
    member('videos', '/manage-live'),
    member('videos-upload', '/manage-live', '/manage-live?upload=1'),
    member('videos-unfinished', '/manage-live', '/manage-live?state=uploading'),
    member('videos-none', '/manage-live', '/manage-live?state=failed'),
    member('video-preview', '/manage-live', '/manage-live', { act: library.openVideo }),
    member('video-thumbnail', '/manage-live', '/manage-live', { act: library.windThumbnail }),
    member('video-needed', '/manage-live', '/manage-live', { act: library.askToRemoveVideo }),
    member('blacklist', '/Manage-blacklist'),
    member('blacklist-drawer', '/Manage-blacklist', '/Manage-blacklist', { act: openFirstBlock }),
    member('blacklist-cancelled', '/Manage-blacklist', '/Manage-blacklist?state=cancelled'),
    member('blacklist-add', '/Manage-blacklist', '/Manage-blacklist?add=1'),
    member('forms', '/manage-form'),
    member('forms-none', '/manage-form', '/manage-form?q=nothing-like-this'),
    member('form-share', '/manage-form', '/manage-form', {
      act: async (page, language) => {
        await page
          .getByRole('button', { name: language === 'en' ? /^More actions: / : /^更多動作：/ })
          .first()
          .click()
        await page.getByRole('menuitem', { name: language === 'en' ? 'Share…' : '分享…' }).click()
        await page.getByText(language === 'en' ? 'QR code' : 'QR Code', { exact: true }).click()
        await page.getByRole('img', { name: /\/f\// }).waitFor()
      },
    }),
    member('form-new', '/manage-form/:pageStatus/:pageType', '/manage-form/create/free'),
    member('form-new-paid', '/manage-form/:pageStatus/:pageType', '/manage-form/create/order'),
    member('form-edit', '/manage-form/:pageStatus/:pageType/:pageId', `/manage-form/edit/free/${form.id}`),
    member('form-copy', '/manage-form/:pageStatus/:pageType/:pageId', `/manage-form/copy/free/${form.id}`),
    member('form-series', '/manage-form/:pageStatus/:pageType/:pageId', `/manage-form/edit/free/${form.id}`, {
      act: async (page, language) => {
        await page.getByRole('button', { name: language === 'en' ? 'Add recurring times' : '加入固定時段' }).click()
        await page.getByText(language === 'en' ? 'Just in time' : '隨到隨看').click()
      },
    }),
    member('form-questions', '/manage-form/:pageStatus/:pageType/:pageId', `/manage-form/edit/free/${form.id}`, {
      act: async (page, language) => {
        await page.getByRole('button', { name: language === 'en' ? 'Add question' : '新增問題' }).click()
        await page
          .getByRole('textbox', { name: language === 'en' ? 'Question 1' : '第 1 題的問題' })
          .fill('最想看什麼？')
      },
    }),
    member('sign-ups', '/manage-form/users'),
    member('sign-ups-none', '/manage-form/users', '/manage-form/users?q=nothing-like-this'),
    member('sign-up-person', '/manage-form/users', '/manage-form/users?q=林佳穎', { act: openPerson }),
    member('sign-up-move', '/manage-form/users', '/manage-form/users?q=林佳穎', { act: movePerson }),
    member('sign-ups-import', '/manage-form/users', '/manage-form/users?import=1'),
    member('viewers', '/manage-live-stream/users', `/manage-live-stream/users?liveId=${waiting.id}`),
    member('viewers-none', '/manage-live-stream/users', `/manage-live-stream/users?liveId=${cancelled.id}`),
    member('viewer', '/manage-live-stream/users', `/manage-live-stream/users?liveId=${waiting.id}`, {
      act: async (page) => {
        await page.getByRole('main').getByRole('link', { name: /@/ }).first().click()
        await page.getByRole('dialog').getByRole('heading', { level: 3 }).first().waitFor()
      },
    }),
    member('lives', '/manage-live-stream'),
    member('lives-chosen', '/manage-live-stream', '/manage-live-stream?status=draft', { act: liveActs.chooseLives }),
    member('lives-none', '/manage-live-stream', '/manage-live-stream?q=nothing-like-this'),
    member('live-share', '/manage-live-stream', '/manage-live-stream', { act: liveActs.shareLive }),
    member('live-end', '/manage-live-stream', '/manage-live-stream?status=live', { act: liveActs.askToEnd }),
    member(
      'control-room',
      '/manage-live-stream/streaming-edit/:liveId',
      `/manage-live-stream/streaming-edit/${waiting.id}`,
    ),
    ...Object.entries(controlRoomActs).map(([name, act]) =>
      member(`control-room-${name}`, '/manage-live-stream/streaming-edit/:liveId', stage.runningControlRoom, { act }),
    ),
    member(
      'control-room-over',
      '/manage-live-stream/streaming-edit/:liveId',
      `/manage-live-stream/streaming-edit/${over.id}`,
    ),
    // A live may end between the list and its line.
    member('inbox', '/manage-live-stream/inbox', '/manage-live-stream/inbox', { meant: /^410 POST .*desk_ticket/ }),
    member('live-customers', '/manage-live-stream/customers'),
    member('live-customer-new', '/manage-live-stream/customers', '/manage-live-stream/customers?live-customer=new'),
    member('live-new', live, '/manage-live-stream/create/video'),
    member('live-new-camera', live, '/manage-live-stream/create/camera'),
    member('live-new-youtube', live, '/manage-live-stream/create/youtube', { act: liveActs.typeYoutube }),
    member('live-edit', `${live}/:liveId`, `/manage-live-stream/edit/video/${draft.id}`),
    ...['timeline', 'products', 'signup', 'settings'].map((tab) =>
      member(`live-edit-${tab}`, `${live}/:liveId`, `/manage-live-stream/edit/video/${waiting.id}?tab=${tab}`),
    ),
    member('live-changes', `${live}/:liveId`, `/manage-live-stream/edit/video/${draft.id}`, {
      act: liveActs.showChanges,
    }),
    member('live-disclosure', `${live}/:liveId`, `/manage-live-stream/edit/video/${draft.id}?tab=settings`, {
      act: liveActs.stopPublishing,
    }),
    member('live-edit-over', `${live}/:liveId`, `/manage-live-stream/edit/video/${over.id}`),
    member('live-copy', `${live}/:liveId`, `/manage-live-stream/copy/video/${waiting.id}`),
    member('comment-groups', '/manage-msgroup'),
    member('comment-group-new', '/manage-msgroup/create'),
    member('comment-group-edit', '/manage-msgroup/edit/:commentModId', `/manage-msgroup/edit/${stage.commentModId}`),
    ...(
      [
        ['chosen', library.chooseComments],
        ['shift', library.shiftComments],
        ['replace', library.replaceInComments],
        ['import', library.importComments],
        ['marked', library.openMarked],
      ] as const
    ).map(([name, act]) =>
      member(
        `comment-group-${name}`,
        '/manage-msgroup/edit/:commentModId',
        `/manage-msgroup/edit/${stage.commentModId}`,
        { act },
      ),
    ),
    member('products', '/Manage-product'),
    member('products-sold-out', '/Manage-product', '/Manage-product?status=soldOut'),
    member('product-new', '/Manage-product', '/Manage-product?product=new'),
    member('product-edit', '/Manage-product', '/Manage-product', { act: openOffer }),
    member('product-crop', '/Manage-product', '/Manage-product', { act: cropPicture }),
    member('products-bulk', '/Manage-product', '/Manage-product', { act: changeMany }),
    member('products-import', '/Manage-product', '/Manage-product', { act: importProducts }),
    member('products-import-faults', '/Manage-product', '/Manage-product', { act: importErrors }),
    member('sales-pages', '/Manage-product/sales-pages'),
    member('sales-pages-none', '/Manage-product/sales-pages', '/Manage-product/sales-pages?q=nothing-like-it'),
    member('sales-page-share', '/Manage-product/sales-pages', '/Manage-product/sales-pages', { act: shareSalesPage }),
    member('sales-page-new', '/Manage-product/sales-pages/create'),
    member('sales-page-edit', salesPageEdit, stage.salesPagePath),
    member('sales-page-block', salesPageEdit, stage.salesPagePath, { act: openSalesBlock }),
    member('letters', '/manage-sms-email'),
    member('letter', '/manage-sms-email', `/manage-sms-email?letter=${stage.letterId}`),
    member('letter-new', '/manage-sms-email/create'),
    member('automatic-letters', '/manage-sms-email/automatic'),
    member('sendings', '/manage-sms-email/sendings'),
    member('opt-outs', '/manage-sms-email/opt-outs'),
    member('opt-out-new', '/manage-sms-email/opt-outs', '/manage-sms-email/opt-outs?opt-out=new'),
    member('virtual-users', '/manage-virtual-user'),
    member('virtual-users-many', '/manage-virtual-user', '/manage-virtual-user', { act: library.createManyUsers }),
    member('virtual-user-new', '/manage-virtual-user', '/manage-virtual-user', { act: library.createUser }),
    member('orders', '/manage-orders'),
    member('order-drawer', '/manage-orders', `/manage-orders?order=${stage.orderId}`),
    member('orders-none', '/manage-orders', '/manage-orders?paymentState=refunded'),
    ...settingStops(),
    member('my-account', '/my-account'),
    member('announcements', '/dashboard', '/dashboard', { act: openAnnouncements }),
    member('affiliates', '/association-setting'),
    member('affiliate-new', '/association-setting', '/association-setting?partner=new'),
    ...['links', 'results', 'commissions', 'statements', 'payouts'].map((page) =>
      member(`affiliate-${page}`, `/association-setting/${page}`),
    ),
    member('affiliate-payout', '/association-setting/payouts', '/association-setting/payouts', {
      act: partner.openPayout,
    }),
    member('affiliate-results-days', '/association-setting/results', '/association-setting/results?by=day'),
    member('affiliate-links-over', '/association-setting/links', '/association-setting/links?state=over'),
    member('affiliate-link-new', '/association-setting/links', '/association-setting/links?association=new'),
    member('templates', '/manage-mail-template'),
    member('template-new', '/manage-mail-template/create'),
    member('template-copy', '/manage-mail-template/create', '/manage-mail-template/create?builtIn=2'),
    member('template-edit', templateEdit, stage.templatePath),
    member('playground', '/playground'),
    ...[1, 2, 3, 4, 5].map((n) => member(`playground-${n}`, `/playground/${n}`)),
    member('playground2', '/playground2'),
    member('proto', '/Proto'),
    member('chat', '/chat'),
    guest('login', '/auth/login'),
    guest('forget', '/auth/forget'),
    guest('reset', '/auth/reset/:token', '/auth/reset/no-such-token'),
    guest('invitation', '/auth/invitation/:token', `/auth/invitation/${stage.invitation}`),
    guest('invitation-gone', '/auth/invitation/:token', '/auth/invitation/no-such-token', { meant: /410/ }),
    guest('confirm-email', '/auth/confirm-email/:token', '/auth/confirm-email/some-token'),
    guest('register', '/register'),
    guest('partner', '/partner/:partnerId', '/partner/0193b3c0-0000-7000-8000-0000000000aa', {
      meant: /^401 GET /,
    }),
    guest('partner-page', '/partner/:partnerId', stage.partnerPath, {
      act: partner.logInAsPartner,
      meant: /^401 GET /,
    }),
    guest('not-found', '/404'),
    guest('client-not-found', '/client-404'),
    guest('unknown', '/client-404', '/no/such/page/at/all', notThere),
    guest('sign-up', '/:pageType/:customUrl', '/f/demo'),
    guest('sign-up-later', '/:pageType/:customUrl', '/f/tour'),
    guest('sign-up-paid', '/:pageType/:customUrl', '/f/kintsugi'),
    guest('sign-up-missing', '/:pageType/:customUrl', '/f/no-such-form', notThere),
    guest('sales-page', '/:pageType/:customUrl', '/s/chiri'),
    guest('sales-page-buy', '/:pageType/:customUrl', '/s/chiri', { act: buyOnPage }),
    guest('sales-page-soon', '/:pageType/:customUrl', '/s/tour-soon'),
    guest('sales-page-closed', '/:pageType/:customUrl', '/s/moon-cups', { meant: /^410 GET / }),
    guest('sales-page-missing', '/:pageType/:customUrl', '/s/no-such-page', notThere),
    ...roomStops(stage),
    guest('order-unpaid', '/order/:orderKey', `/order/${orders.unpaid.orderKey}`),
    guest('order-failed', '/order/:orderKey', `/order/${orders.failed.orderKey}`),
    guest('order-code', '/order/:orderKey', `/order/${orders.code.orderKey}`),
    guest('order-paid', '/order/:orderKey', `/order/${orders.paid.orderKey}`),
    guest('order-missing', '/order/:orderKey', '/order/no-such-order-key-at-all', notThere),
    guest('gateway', '/sandbox-pay/:token', `/sandbox-pay/${orders.unpaid.token}`),
    guest('gateway-paid', '/sandbox-pay/:token', `/sandbox-pay/${orders.paid.token}`),
  ]
}
