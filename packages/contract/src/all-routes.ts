import { accessRoutes } from './access/access.routes.ts'
import { announcementRoutes } from './announcement/announcement.routes.ts'
import { authRoutes } from './auth/auth.routes.ts'
import { blockRoutes, roomBlockRoutes } from './block/block.routes.ts'
import { commentModRoutes } from './comment-mod/comment-mod.routes.ts'
import type { Route } from './common/route.ts'
import { profileRoutes } from './customer/profile.routes.ts'
import { firmRoutes } from './firm/firm.routes.ts'
import { letterRoutes } from './letter/letter.routes.ts'
import { auditRoutes, invitationRoutes, memberRoutes, meRoutes } from './member/member.routes.ts'
import { liveRoutes } from './live/live.routes.ts'
import { scriptSheetRoutes } from './live/script-sheet.routes.ts'
import { shortLinkRoutes } from './live/short-link.routes.ts'
import { commentOrderRoutes } from './order/comment-order.routes.ts'
import { cartRoutes, orderRoutes, purchaseRoutes } from './order/order.routes.ts'
import { signupOrderRoutes } from './order/signup-order.routes.ts'
import { paymentRoutes, sandboxRoutes } from './payment/payment.routes.ts'
import { productRoutes } from './product/product.routes.ts'
import { controlRoomRoutes } from './control-room/control-room.routes.ts'
import { markRoutes } from './control-room/mark.routes.ts'
import { replayRoutes } from './replay/replay.routes.ts'
import { roomRoutes } from './room/room.routes.ts'
import { publicSalesPageRoutes, salesPageRoutes } from './sales-page/sales-page.routes.ts'
import { liveUserRoutes } from './viewer/viewer.routes.ts'
import { signupUserRoutes } from './signup-user/signup-user.routes.ts'
import { signupRoutes } from './signup/signup.routes.ts'
import { publicSignupRoutes } from './signup/public-signup.routes.ts'
import { advertiserReportRoutes, trackingRoutes } from './tracking/tracking.routes.ts'
import { videoRoutes } from './video/video.routes.ts'
import { virtualUserRoutes } from './virtual-user/virtual-user.routes.ts'

/** Every route there is, by the name of its table: what the API docs print and the walks walk. */
export const routeTables: Readonly<Record<string, Readonly<Record<string, Route>>>> = {
  auth: authRoutes,
  firm: firmRoutes,
  access: accessRoutes,
  member: memberRoutes,
  invitation: invitationRoutes,
  me: meRoutes,
  audit: auditRoutes,
  announcement: announcementRoutes,
  video: videoRoutes,
  product: productRoutes,
  virtualUser: virtualUserRoutes,
  commentMod: commentModRoutes,
  live: liveRoutes,
  scriptSheet: scriptSheetRoutes,
  shortLink: shortLinkRoutes,
  salesPage: salesPageRoutes,
  publicSalesPage: publicSalesPageRoutes,
  signup: signupRoutes,
  publicSignup: publicSignupRoutes,
  signupUser: signupUserRoutes,
  liveUser: liveUserRoutes,
  room: roomRoutes,
  replay: replayRoutes,
  controlRoom: controlRoomRoutes,
  mark: markRoutes,
  block: blockRoutes,
  roomBlock: roomBlockRoutes,
  cart: cartRoutes,
  commentOrder: commentOrderRoutes,
  order: orderRoutes,
  purchase: purchaseRoutes,
  signupOrder: signupOrderRoutes,
  profile: profileRoutes,
  tracking: trackingRoutes,
  advertiserReport: advertiserReportRoutes,
  payment: paymentRoutes,
  sandbox: sandboxRoutes,
  letter: letterRoutes,
}

/** The same, flat: 'auth.login' → its route. */
export const allRoutes: Readonly<Record<string, Route>> = Object.fromEntries(
  Object.entries(routeTables).flatMap(([table, routes]) =>
    Object.entries(routes).map(([name, route]) => [`${table}.${name}`, route]),
  ),
)
