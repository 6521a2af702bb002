import { accessRoutes, policyRoutes } from './access/access.routes.ts'
import { associationRoutes } from './association/association.routes.ts'
import { ownLinkRoutes } from './association/own-link.routes.ts'
import { announcementRoutes } from './announcement/announcement.routes.ts'
import { authRoutes } from './auth/auth.routes.ts'
import { blockRoutes, roomBlockRoutes } from './block/block.routes.ts'
import { commentModImportRoutes } from './comment-mod/comment-mod-import.routes.ts'
import { commentModRoutes } from './comment-mod/comment-mod.routes.ts'
import type { Route } from './common/route.ts'
import { profileRoutes } from './customer/profile.routes.ts'
import { figureRoutes } from './figure/figure.routes.ts'
import { firmRoutes } from './firm/firm.routes.ts'
import { automaticLetterRoutes, orderLetterRoutes, sessionLetterRoutes } from './letter/automatic-letters.routes.ts'
import { letterRoutes } from './letter/letter.routes.ts'
import { letterTemplateRoutes } from './letter-template/letter-template.routes.ts'
import { auditRoutes, invitationRoutes, memberRoutes, meRoutes } from './member/member.routes.ts'
import { liveCustomerRoutes } from './live-customer/live-customer.routes.ts'
import { liveRoutes } from './live/live.routes.ts'
import { scriptSheetRoutes } from './live/script-sheet.routes.ts'
import { shortLinkRoutes } from './live/short-link.routes.ts'
import { commentOrderRoutes } from './order/comment-order.routes.ts'
import { cartRoutes, orderRoutes, purchaseRoutes } from './order/order.routes.ts'
import { productDemandRoutes, productReminderRoutes } from './order/product-reminder.routes.ts'
import { signupOrderRoutes } from './order/signup-order.routes.ts'
import { commissionRoutes } from './commission/commission.routes.ts'
import { effectRoutes } from './commission/effect.routes.ts'
import { ownCommissionRoutes } from './commission/own-commission.routes.ts'
import { cashFlowRoutes } from './payment/cash-flow.routes.ts'
import { optOutRoutes, optOutSheetRoutes } from './opt-out/opt-out.routes.ts'
import { partnerRoutes } from './partner/partner.routes.ts'
import { partnerSessionRoutes } from './partner/partner-session.routes.ts'
import { paymentRoutes, sandboxRoutes } from './payment/payment.routes.ts'
import { settlementRoutes } from './payment/settlement.routes.ts'
import { statementRoutes } from './payment/statement.routes.ts'
import { transferReportRoutes, transferRoutes } from './payment/transfer.routes.ts'
import { refundPaymentRoutes, refundRoutes } from './refund/refund.routes.ts'
import { productImportRoutes } from './product/product-import.routes.ts'
import { productRoutes } from './product/product.routes.ts'
import { controlRoomRoutes } from './control-room/control-room.routes.ts'
import { crewRoutes } from './control-room/crew.routes.ts'
import { rehearsalRoutes } from './control-room/rehearsal.routes.ts'
import { manyCommentsRoutes } from './control-room/many-comments.routes.ts'
import { markRoutes } from './control-room/mark.routes.ts'
import { giveawayControlRoutes } from './control-room/giveaway-control.routes.ts'
import { pollControlRoutes } from './control-room/poll-control.routes.ts'
import { pinnedMessageRoutes } from './control-room/pinned-message.routes.ts'
import { roomCurveRoutes } from './control-room/room-curve.routes.ts'
import { scriptControlRoutes } from './control-room/script-control.routes.ts'
import { staffLineRoutes } from './control-room/staff-line.routes.ts'
import { timeOutRoutes } from './control-room/time-out.routes.ts'
import { replayRoutes } from './replay/replay.routes.ts'
import { giveawayRoutes } from './room/giveaway.routes.ts'
import { roomRoutes } from './room/room.routes.ts'
import { sendingRoutes } from './sending/sending.routes.ts'
import { searchRoutes } from './search/search.routes.ts'
import { publicSalesPageRoutes, salesPageRoutes } from './sales-page/sales-page.routes.ts'
import { liveUserRoutes } from './viewer/viewer.routes.ts'
import { signupUserImportRoutes } from './signup-user/signup-user-import.routes.ts'
import { signupUserRoutes } from './signup-user/signup-user.routes.ts'
import { signupRoutes } from './signup/signup.routes.ts'
import { ownSignupRoutes } from './signup/own-signup.routes.ts'
import { publicSignupRoutes } from './signup/public-signup.routes.ts'
import { advertiserReportRoutes, trackingRoutes } from './tracking/tracking.routes.ts'
import { videoRoutes } from './video/video.routes.ts'
import { virtualUserRoutes } from './virtual-user/virtual-user.routes.ts'

/** Every route there is, by the name of its table: what the API docs print and the walks walk. */
export const routeTables: Readonly<Record<string, Readonly<Record<string, Route>>>> = {
  auth: authRoutes,
  firm: firmRoutes,
  access: accessRoutes,
  policy: policyRoutes,
  member: memberRoutes,
  invitation: invitationRoutes,
  me: meRoutes,
  audit: auditRoutes,
  announcement: announcementRoutes,
  video: videoRoutes,
  product: productRoutes,
  productImport: productImportRoutes,
  virtualUser: virtualUserRoutes,
  commentMod: commentModRoutes,
  commentModImport: commentModImportRoutes,
  live: liveRoutes,
  scriptSheet: scriptSheetRoutes,
  shortLink: shortLinkRoutes,
  salesPage: salesPageRoutes,
  publicSalesPage: publicSalesPageRoutes,
  signup: signupRoutes,
  publicSignup: publicSignupRoutes,
  ownSignup: ownSignupRoutes,
  signupUser: signupUserRoutes,
  signupUserImport: signupUserImportRoutes,
  liveCustomer: liveCustomerRoutes,
  liveUser: liveUserRoutes,
  room: roomRoutes,
  replay: replayRoutes,
  controlRoom: controlRoomRoutes,
  mark: markRoutes,
  scriptControl: scriptControlRoutes,
  pollControl: pollControlRoutes,
  giveawayControl: giveawayControlRoutes,
  giveaway: giveawayRoutes,
  pinnedMessage: pinnedMessageRoutes,
  timeOut: timeOutRoutes,
  manyComments: manyCommentsRoutes,
  crew: crewRoutes,
  rehearsal: rehearsalRoutes,
  staffLine: staffLineRoutes,
  roomCurve: roomCurveRoutes,
  block: blockRoutes,
  roomBlock: roomBlockRoutes,
  cart: cartRoutes,
  productReminder: productReminderRoutes,
  productDemand: productDemandRoutes,
  commentOrder: commentOrderRoutes,
  order: orderRoutes,
  purchase: purchaseRoutes,
  signupOrder: signupOrderRoutes,
  profile: profileRoutes,
  tracking: trackingRoutes,
  advertiserReport: advertiserReportRoutes,
  payment: paymentRoutes,
  partner: partnerRoutes,
  partnerSession: partnerSessionRoutes,
  association: associationRoutes,
  ownLink: ownLinkRoutes,
  commission: commissionRoutes,
  effect: effectRoutes,
  ownCommission: ownCommissionRoutes,
  cashFlow: cashFlowRoutes,
  sandbox: sandboxRoutes,
  refund: refundRoutes,
  refundPayment: refundPaymentRoutes,
  settlement: settlementRoutes,
  statement: statementRoutes,
  transfer: transferRoutes,
  transferReport: transferReportRoutes,
  letter: letterRoutes,
  automaticLetter: automaticLetterRoutes,
  sessionLetter: sessionLetterRoutes,
  orderLetter: orderLetterRoutes,
  letterTemplate: letterTemplateRoutes,
  optOut: optOutRoutes,
  optOutSheet: optOutSheetRoutes,
  sending: sendingRoutes,
  figure: figureRoutes,
  search: searchRoutes,
}

/** The same, flat: 'auth.login' → its route. */
export const allRoutes: Readonly<Record<string, Route>> = Object.fromEntries(
  Object.entries(routeTables).flatMap(([table, routes]) =>
    Object.entries(routes).map(([name, route]) => [`${table}.${name}`, route]),
  ),
)

/** The slug of each table that has another name: what the API docs group by. */
const slugOfTable: Readonly<Record<string, string>> = {
  policy: 'access',
  invitation: 'member',
  me: 'member',
  audit: 'member',
  productImport: 'product',
  optOutSheet: 'opt-out',
  commentModImport: 'comment-mod',
  signupUserImport: 'signup-user',
  automaticLetter: 'letter',
  sessionLetter: 'letter',
  orderLetter: 'letter',
  scriptSheet: 'live',
  shortLink: 'live',
  publicSalesPage: 'sales-page',
  publicSignup: 'signup',
  ownSignup: 'signup',
  liveUser: 'viewer',
  mark: 'control-room',
  scriptControl: 'control-room',
  pollControl: 'control-room',
  giveaway: 'room',
  giveawayControl: 'control-room',
  pinnedMessage: 'control-room',
  timeOut: 'control-room',
  manyComments: 'control-room',
  crew: 'control-room',
  rehearsal: 'control-room',
  staffLine: 'control-room',
  roomCurve: 'control-room',
  roomBlock: 'block',
  cart: 'order',
  productReminder: 'order',
  productDemand: 'order',
  commentOrder: 'order',
  purchase: 'order',
  signupOrder: 'order',
  profile: 'customer',
  advertiserReport: 'tracking',
  cashFlow: 'payment',
  partnerSession: 'partner',
  ownLink: 'association',
  effect: 'commission',
  ownCommission: 'commission',
  sandbox: 'payment',
  settlement: 'payment',
  statement: 'payment',
  transfer: 'payment',
  transferReport: 'payment',
  refundPayment: 'refund',
}

/** The slug that a route belongs to, by its name in `allRoutes`. */
export const slugOfRoute = (name: string): string => {
  const table = name.split('.')[0] ?? ''
  return slugOfTable[table] ?? table.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
