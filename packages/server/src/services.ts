import type { LaterServices } from './later-services.ts'
import { createAccessService } from './modules/access/access.service.ts'
import { createAnnouncementService } from './modules/announcement/announcement.service.ts'
import { createAuthModule } from './modules/auth/auth.module.ts'
import { createSessionValidity } from './modules/auth/session-validity.service.ts'
import { createBlockModule } from './modules/block/block.module.ts'
import { createBlockedPeople } from './modules/block/blocked-people.service.ts'
import { createCommentModModule } from './modules/comment-mod/comment-mod.module.ts'
import { createControlRoomModule } from './modules/control-room/control-room.module.ts'
import { createMarkedComments } from './modules/control-room/marked-comments.module.ts'
import { createCustomerModule } from './modules/customer/customer.module.ts'
import { createFirmModule, createFirms } from './modules/firm/firm.module.ts'
import { createLetterModule } from './modules/letter/letter.module.ts'
import { createLiveModule } from './modules/live/live.module.ts'
import { createShortLinksModule } from './modules/live/short-links.module.ts'
import { createMemberModule } from './modules/member/member.module.ts'
import { createOrderModule } from './modules/order/order.module.ts'
import type { OrderService } from './modules/order/order.service.ts'
import { createPaymentGateways, createPaymentModule } from './modules/payment/payment.module.ts'
import { createProductModule } from './modules/product/product.module.ts'
import { createReplayModule } from './modules/replay/replay.module.ts'
import { playbackOf } from './modules/room/playback.ts'
import { createRoomOrders } from './modules/room/room-orders.ts'
import { createRoomModule } from './modules/room/room.module.ts'
import { createSalesPageModule } from './modules/sales-page/sales-page.module.ts'
import { createSignupModule } from './modules/signup/signup.module.ts'
import { createSignupUserModule } from './modules/signup-user/signup-user.module.ts'
import { createTrackingModule } from './modules/tracking/tracking.module.ts'
import { createVideoModule } from './modules/video/video.module.ts'
import { createViewerListModule } from './modules/viewer/viewer.module.ts'
import { createVirtualUserModule } from './modules/virtual-user/virtual-user.module.ts'
import { createLateBound } from './platform/late-bound.ts'
import type { Environment } from './platform/environment.ts'
import type { Platform } from './platform/platform.ts'
import type { PublicUrls } from './platform/public-urls.ts'
import { hasOwnOrigin } from './surfaces/page-origin.ts'

/** Live hours that a new firm may try everything with, in seconds. */
const trialSeconds = 10 * 3600

/** Every module once, in the one order of modules (tooling/architecture/module-order.ts). */
export const createServices = (
  platform: Platform,
  environment: Environment,
  { publicUrl, audienceUrl }: PublicUrls,
) => {
  const { clock, db, bus } = platform
  const lateBound = createLateBound<LaterServices>()
  const { trackingFor } = lateBound.of('tracking')
  const { pathForLive: signupPath } = lateBound.of('signups')
  const { hoursBalance, addHours } = lateBound.of('metering')
  const trackingRuns = () => hasOwnOrigin(publicUrl(), environment.audienceUrl)

  const access = createAccessService({ db, bus })
  const base = createFirms(platform)
  const { firms } = base
  const gateways = createPaymentGateways({ platform, environment, firms, publicUrl })
  const { payable, methods, sandbox } = gateways
  const auth = createAuthModule({
    platform,
    firms,
    access,
    hoursBalance,
    publicUrl,
    welcome: async (firmId, tx) =>
      void (await addHours(firmId, { kind: 'topUp', key: 'trial', seconds: trialSeconds }, tx)),
  })
  const member = createMemberModule({ platform, access, firms, auth })
  const announcements = createAnnouncementService({ db, clock })

  const video = createVideoModule({
    platform,
    uses: {
      livesNeeding: lateBound.of('liveUses').needing,
      lives: lateBound.of('liveUses').ofVideo,
      signups: lateBound.of('signupFacts').inLives,
      commentMods: lateBound.of('comments').ofVideo,
    },
  })
  const { videos, images } = video
  const { avatars, virtualUsers } = createVirtualUserModule({
    platform,
    images,
    usedIn: lateBound.of('comments').usedIn,
  })
  const { marks, ofLives } = createMarkedComments({ platform, liveReader: lateBound.of('liveReader') })
  const comment = createCommentModModule({ platform, videos, avatars, people: virtualUsers, marks: ofLives })
  const { commentMods } = comment
  lateBound.provide('comments', comment.ofVideos)
  const product = createProductModule({
    platform,
    firms,
    livesUsing: (firmId, productId) => lateBound.get('lives').usersOf(firmId, { productId }),
  })
  const { products } = product

  const live = createLiveModule({
    platform,
    firms,
    videos,
    commentMods,
    avatars,
    products,
    hoursBalance,
    forms: lateBound.of('signupFacts'),
    figures: {
      signups: lateBound.of('signupFacts').countsByLive,
      online: lateBound.of('rooms').onlineOf,
      orders: lateBound.of('orders').figures,
      replays: lateBound.of('replay').figures,
    },
    settleHours: lateBound.of('replay').settleHours,
  })
  const { lives, liveReader } = live
  for (const name of ['lives', 'liveReader', 'liveUses'] as const) lateBound.provide(name, live[name])

  const blocked = createBlockedPeople(db)
  const rooms = createRoomModule({
    platform,
    environment,
    blocked,
    firms,
    products,
    signupPath,
    trackingFor,
    lives: liveReader,
    isSessionValid: createSessionValidity({ db, clock, access }),
    playback: playbackOf(videos),
    orders: createRoomOrders(() => lateBound.get('orders').byComment, platform.log),
    linesOf: lateBound.of('orders').soldLines,
    buyerOf: lateBound.of('orders').viewerOf,
    cameFirst: (tx, firmId, { signupUserId, liveId, at }) =>
      lateBound.get('people').setCame(firmId, signupUserId, liveId, at, tx),
  })
  const { metering, liveUsers, saidBy } = lateBound.provide('rooms', rooms)
  lateBound.provide('metering', metering)
  const block = createBlockModule({ platform, people: liveUsers, lives: liveReader, saidBy })
  const replay = lateBound.provide('replay', createReplayModule({ platform, lives: liveReader, firms, videos, rooms }))

  const signup = createSignupModule({
    platform,
    lives,
    liveReader,
    liveUsers,
    blocked,
    videos,
    products,
    firms,
    payable,
    trackingFor,
  })
  const { signups, publicSignup, paidSignUps, seatRelease } = signup
  lateBound.provide('signups', signups)
  lateBound.provide('signupFacts', signup.signupFacts)
  const sales = createSalesPageModule({
    platform,
    products,
    videos,
    firms,
    lives,
    liveReader,
    signupPath,
    payable,
    trackingFor,
  })
  const { publicSalesPage } = sales
  const shortLinks = createShortLinksModule({
    clock,
    liveReader,
    liveUsers,
    firms,
    publicSignup,
    publicSalesPage,
    signupPath,
  })
  const orders: OrderService = createOrderModule({
    platform,
    products,
    lives: liveReader,
    liveUsers,
    firms,
    trackingFor,
    orderingLog: rooms.orderingLog,
    announceSold: rooms.parts.notices.orderPlaced,
    pages: sales.sellingPages,
    forms: paidSignUps,
    payments: gateways.ofOrders,
  })
  lateBound.provide('orders', orders)
  const payments = createPaymentModule({ platform, firms, orders, gateways })
  const firm = createFirmModule({
    platform,
    base,
    metering,
    lives: liveReader,
    delivery: orders.delivery,
    methods,
    trackingRuns,
  })
  const viewerList = createViewerListModule({
    platform,
    live: liveReader.find,
    blocksIn: block.blocksIn,
    orders,
    currencyOf: async (firmId) => (await firms.publicFirm(firmId)).currency,
  })
  const controlRoom = createControlRoomModule({
    platform,
    rooms,
    lives,
    liveReader,
    viewerList,
    orders,
    videos,
    virtualUsers,
    marks,
  })

  const letters = createLetterModule({ platform, firms, publicSignup, seatRelease, orders, audienceUrl })
  const signupUsers = createSignupUserModule({
    platform,
    liveReader,
    liveUsers,
    viewerList,
    orders,
    letters,
    paidSignUps,
    ...signup.signupJoin,
    upcoming: async (firmId) => (await lives.upcoming(firmId, clock.now())).map(({ id }) => id),
  })
  lateBound.provide('people', signupUsers.store)
  const profiles = createCustomerModule({
    platform,
    liveUsers,
    viewerList,
    orders,
    paidSignUps,
    signedUp: { ...signupUsers.store, person: signup.signupFacts.person },
  })
  const { tracking } = lateBound.provide(
    'tracking',
    createTrackingModule({
      platform,
      environment,
      audienceOrigin: audienceUrl,
      firm: firms.find,
      hasOwnOrigin: trackingRuns,
      tokenOf: firm.firmSecrets.open,
      forms: { findMany: paidSignUps.findMany, trackingFacts: publicSignup.trackingFacts },
      orderFacts: orders.trackingFacts,
    }),
  )

  return {
    access,
    firms,
    announcements,
    ...auth,
    ...member,
    ...firm,
    ...video,
    avatars,
    virtualUsers,
    commentMods,
    marks,
    ...product,
    liveReader,
    lives,
    rooms,
    replay,
    liveUsers,
    blocks: block.blocks,
    metering,
    signups,
    publicSignup,
    seatRelease,
    shortLinks,
    ...sales,
    sandbox,
    orders,
    payments,
    viewerList,
    controlRoom,
    signupUsers,
    profiles,
    letters,
    tracking,
  }
}
export type AppServices = ReturnType<typeof createServices>
