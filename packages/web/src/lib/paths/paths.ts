import type { PermissionType } from '@kaimai/contract/common/access.ts'

/** One row per route of the product. Matching is without regard to case. */
export interface RouteRow {
  /** Pattern below the origin, `:name` for parameters. */
  readonly path: string
  readonly access: 'auth' | 'public'
  /** Permission type of the route (spec section 2). */
  readonly type: PermissionType
  /** console: with sidebar; bare: the console's program without it; audience: a page of its own document. */
  readonly shell: 'console' | 'bare' | 'audience'
  /**
   * page: padded, up to 1688 px; wide: padded, whole width; full: the screen lays out the whole area itself; studio: it
   * has the whole window, without sidebar and top bar, and a way back of its own.
   */
  readonly layout: 'page' | 'wide' | 'full' | 'studio'
}

const auth = <const P extends string, const T extends PermissionType>(
  path: P,
  type: T,
  layout: RouteRow['layout'] = 'page',
) => ({ path, access: 'auth', type, shell: 'console', layout }) as const
const bare = <const P extends string>(path: P) =>
  ({ path, access: 'public', type: 'none', shell: 'bare', layout: 'full' }) as const
const audience = <const P extends string>(path: P) =>
  ({ path, access: 'public', type: 'none', shell: 'audience', layout: 'full' }) as const

/** The only table of URLs: nothing else writes one down. Order does not matter to matching. */
export const routes = {
  root: bare('/'),
  dashboard: auth('/dashboard', 'dashboard'),
  manageLive: auth('/manage-live', 'stream'),
  manageBlacklist: auth('/Manage-blacklist', 'stream'),
  manageForm: auth('/manage-form', 'form'),
  manageFormNew: auth('/manage-form/:pageStatus/:pageType', 'form', 'full'),
  manageFormEdit: auth('/manage-form/:pageStatus/:pageType/:pageId', 'form', 'full'),
  /** Everybody who signed up; `?signupId=` narrows to a form. Not /sign-ups: such paths have no sidebar (spec section 2). */
  manageFormUsers: auth('/manage-form/users', 'form', 'wide'),
  manageLiveStream: auth('/manage-live-stream', 'stream'),
  /** Who was in a live; `?liveId=` narrows to one. */
  liveUsers: auth('/manage-live-stream/users', 'stream', 'wide'),
  /** Who is invited to a live beyond its sign-ups; `?liveId=` narrows to one. */
  liveCustomers: auth('/manage-live-stream/customers', 'form'),
  streamingEdit: auth('/manage-live-stream/streaming-edit/:liveId', 'stream', 'full'),
  /** Comments of all rooms that run now. */
  liveInbox: auth('/manage-live-stream/inbox', 'stream', 'full'),
  liveStreamNew: auth('/manage-live-stream/:pageType/:platformType', 'stream', 'studio'),
  liveStreamEdit: auth('/manage-live-stream/:pageType/:platformType/:liveId', 'stream', 'studio'),
  manageMsgroup: auth('/manage-msgroup', 'stream'),
  msgroupCreate: auth('/manage-msgroup/create', 'stream', 'full'),
  msgroupEdit: auth('/manage-msgroup/edit/:commentModId', 'stream', 'full'),
  manageProduct: auth('/Manage-product', 'stream'),
  salesPages: auth('/Manage-product/sales-pages', 'stream'),
  salesPageNew: auth('/Manage-product/sales-pages/create', 'stream', 'full'),
  salesPageEdit: auth('/Manage-product/sales-pages/edit/:pageId', 'stream', 'full'),
  manageSmsEmail: auth('/manage-sms-email', 'form'),
  smsEmailCreate: auth('/manage-sms-email/create', 'form', 'full'),
  /** What was sent to many. */
  sendings: auth('/manage-sms-email/sendings', 'form'),
  /** Which letters go by themselves. */
  automaticLetters: auth('/manage-sms-email/automatic', 'form'),
  /** Who gets no marketing letters any more. */
  optOuts: auth('/manage-sms-email/opt-outs', 'form'),
  manageVirtualUser: auth('/manage-virtual-user', 'stream'),
  manageOrders: auth('/manage-orders', 'none', 'wide'),
  /** What came into the merchant's own account, by the bank's statement. */
  manageStatement: auth('/manage-orders/statement', 'none', 'wide'),
  /** What payment companies keep and pay out, by their files. */
  manageSettlement: auth('/manage-orders/settlement', 'none', 'wide'),
  /** Money by day and way to pay. */
  cashFlow: auth('/manage-orders/cash-flow', 'none', 'wide'),
  brandSetting: auth('/brand-setting', 'setting'),
  /** Own name, e-mail, devices: for every member, whatever the role. */
  myAccount: auth('/my-account', 'none'),
  /** Partners; below it their links, what came by them, what they earn, and how it is paid out. */
  associationSetting: auth('/association-setting', 'setting'),
  associationLinks: auth('/association-setting/links', 'setting'),
  associationResults: auth('/association-setting/results', 'setting'),
  associationCommissions: auth('/association-setting/commissions', 'setting'),
  associationStatements: auth('/association-setting/statements', 'setting'),
  associationPayouts: auth('/association-setting/payouts', 'setting'),
  partner: audience('/partner/:partnerId'),
  manageMailTemplate: auth('/manage-mail-template', 'form'),
  mailTemplateCreate: auth('/manage-mail-template/create', 'form', 'full'),
  mailTemplateEdit: auth('/manage-mail-template/edit/:letterTemplateId', 'form', 'full'),
  login: bare('/auth/login'),
  forget: bare('/auth/forget'),
  reset: bare('/auth/reset/:token'),
  invitation: bare('/auth/invitation/:token'),
  confirmEmail: bare('/auth/confirm-email/:token'),
  register: bare('/register'),
  streamShortExpired: audience('/stream/s/:shortUrl/expired'),
  streamShort: audience('/stream/:shortUrl'),
  streamReplay: audience('/stream/:paramStreamId/:userId/replay'),
  streamExpired: audience('/stream/:paramStreamId/expired'),
  streamAnonymous: audience('/stream/:paramStreamId/anonymous'),
  streamRoom: audience('/stream/:paramStreamId/:userId'),
  order: audience('/order/:orderKey'),
  sandboxPay: audience('/sandbox-pay/:token'),
  customUrl: audience('/:pageType/:customUrl'),
  notFound: bare('/404'),
  clientNotFound: bare('/client-404'),
  proto: bare('/Proto'),
  chat: bare('/chat'),
  playground: bare('/playground'),
  playground2: bare('/playground2'),
  playgroundPage1: bare('/playground/1'),
  playgroundPage2: bare('/playground/2'),
  playgroundPage3: bare('/playground/3'),
  playgroundPage4: bare('/playground/4'),
  playgroundPage5: bare('/playground/5'),
} as const satisfies Record<string, RouteRow>

export type RouteName = keyof typeof routes
export const routeNames = Object.keys(routes) as RouteName[]
export const routeRow = (name: RouteName): RouteRow => routes[name]

type ParamsIn<P extends string> = P extends `${infer Head}/${infer Tail}`
  ? ParamsIn<Head> | ParamsIn<Tail>
  : P extends `:${infer Name}`
    ? Name
    : never

type Query = Readonly<Record<string, string | undefined>>

type Builder<P extends string> = [ParamsIn<P>] extends [never]
  ? (query?: Query) => string
  : (params: { readonly [K in ParamsIn<P>]: string }, query?: Query) => string

const withQuery = (path: string, query: Query = {}): string => {
  const present = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return present.length === 0 ? path : `${path}?${new URLSearchParams(present)}`
}

const builderOf =
  (path: string) =>
  (first?: Query, second?: Query): string =>
    path.includes(':')
      ? withQuery(
          path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(first?.[name] ?? '')),
          second,
        )
      : withQuery(path, first)

type Builders = { readonly [N in RouteName]: Builder<(typeof routes)[N]['path']> }

const buildersOf = (): Builders => {
  const made: Partial<Record<RouteName, unknown>> = {}
  for (const name of routeNames) made[name] = builderOf(routes[name].path)
  return made as Builders
}

/** Builders of URLs: `paths.manageLive()`, `paths.streamingEdit({ liveId })`, `paths.login({ next: '/dashboard' })`. */
export const paths = buildersOf()

/** First words of /{pageType}/{customUrl} that have a page; any other is unknown. */
export const customPageTypes = ['sign-up', 'register', 'front-form', 'f', 's'] as const

/** Paths containing one of these show no sidebar, upload widget, balance or bell (spec section 2). */
const bareParts = [
  '/sign-up',
  '/stream/',
  '/proto',
  '/front-form',
  '/register',
  '/forget',
  '/reset',
  '/login',
  '/client-404',
  '/partner/',
  '/f/',
  '/s/',
  // Ours: opened from letters, by whoever is logged in.
  '/auth/',
]

export const isBarePath = (pathname: string): boolean => {
  const path = pathname.toLowerCase()
  return bareParts.some((part) => path.includes(part))
}
