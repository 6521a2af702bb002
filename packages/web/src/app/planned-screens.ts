import type { RouteName } from '../lib/paths/paths.ts'

export interface PlannedScreen {
  /** Texts under `later.<text>` of the app's namespace: title, lead, one, two, three. */
  readonly text: string
  /** A screen that works today and helps meanwhile. */
  readonly meanwhile?: RouteName
}

/** The one list of screens that stand in the route table and are not built yet. A feature's own screen wins. */
export const plannedScreens: Readonly<Partial<Record<RouteName, PlannedScreen>>> = {
  dashboard: { text: 'dashboard', meanwhile: 'manageLiveStream' },
  manageLive: { text: 'video' },
  manageForm: { text: 'signup' },
  manageFormNew: { text: 'signup' },
  manageFormEdit: { text: 'signup' },
  manageLiveStream: { text: 'live' },
  streamingEdit: { text: 'room' },
  liveStreamNew: { text: 'live' },
  liveStreamEdit: { text: 'live' },
  manageMsgroup: { text: 'commentMod' },
  msgroupCreate: { text: 'commentMod' },
  msgroupEdit: { text: 'commentMod' },
  manageProduct: { text: 'product' },
  salesPages: { text: 'product', meanwhile: 'manageProduct' },
  salesPageNew: { text: 'product', meanwhile: 'manageProduct' },
  salesPageEdit: { text: 'product', meanwhile: 'manageProduct' },
  manageSmsEmail: { text: 'letter' },
  smsEmailCreate: { text: 'letter' },
  manageVirtualUser: { text: 'virtualUser' },
  manageOrders: { text: 'order' },
  brandSetting: { text: 'firm' },
  associationSetting: { text: 'association' },
  partner: { text: 'partner' },
  manageMailTemplate: { text: 'letterTemplate' },
  mailTemplateCreate: { text: 'letterTemplate' },
  mailTemplateEdit: { text: 'letterTemplate' },
}
