import type { LaterServices } from './later-services.ts'
import { createLetters, createSendings, defineLetterKinds } from './letter-services.ts'
import { createAccessService } from './modules/access/access.service.ts'
import { createAnnouncementService } from './modules/announcement/announcement.service.ts'
import { createAuthModule } from './modules/auth/auth.module.ts'
import { createSessionMembers } from './modules/auth/session-validity.service.ts'
import { createBlockModule } from './modules/block/block.module.ts'
import { createBlockedPeople } from './modules/block/blocked-people.service.ts'
import { createCommentModModule } from './modules/comment-mod/comment-mod.module.ts'
import { createControlRoomModule } from './modules/control-room/control-room.module.ts'
import { createMarkedComments } from './modules/control-room/marked-comments.module.ts'
import { createCustomerModule } from './modules/customer/customer.module.ts'
import { createFigureModule } from './modules/figure/figure.module.ts'
import { createFirmModule, createFirms } from './modules/firm/firm.module.ts'
import { createGatewayService } from './modules/gateway/gateway.service.ts'
import { createLiveModule } from './modules/live/live.module.ts'
import { grantTrialHours } from './modules/live-hours/trial-hours.ts'
import { createShortLinksModule } from './modules/live/short-links.module.ts'
import { createMemberModule } from './modules/member/member.module.ts'
import { createOrderModule } from './modules/order/order.module.ts'
import type { OrderService } from './modules/order/order.service.ts'
import { createProductModule } from './modules/product/product.module.ts'
import { createReplayModule } from './modules/replay/replay.module.ts'
import { playbackOf } from './modules/room/playback.ts'
import { createRoomOrders } from './modules/room/room-orders.ts'
import { createRoomModule } from './modules/room/room.module.ts'
import { createSalesPageModule } from './modules/sales-page/sales-page.module.ts'
import { createSearchService } from './modules/search/search.service.ts'
import { createSignupModule } from './modules/signup/signup.module.ts'
import { createSignupUserModule } from './modules/signup-user/signup-user.module.ts'
import { createTrackingModule } from './modules/tracking/tracking.module.ts'
import { createVideoModule } from './modules/video/video.module.ts'
import { createViewerListModule } from './modules/viewer/viewer.module.ts'
import { createVirtualUserModule } from './modules/virtual-user/virtual-user.module.ts'
import { createMoneyBase, createMoneyServices } from './money-services.ts'
import { erasers } from './erasers.ts'
import { createLateBound } from './platform/late-bound.ts'
import type { Environment } from './platform/environment.ts'
import type { Platform } from './platform/platform.ts'
import type { PublicUrls } from './platform/public-urls.ts'
import { hasOwnOrigin } from './surfaces/page-origin.ts'

/** Every module once, in the one order of modules (tooling/architecture/module-order.ts). */
export const createServices = (
  platform: Platform,
  environment: Environment,
  { publicUrl, audienceUrl }: PublicUrls,
) => {
  const { clock, db } = platform
  const lateBound = createLateBound<LaterServices>()
  const { trackingFor } = lateBound.of('tracking')
  const forms = { signupPath: lateBound.of('signups').pathForLive, seatHeldBy: lateBound.of('signupFacts').seatHeldBy }
  const { hoursBalance, addHours } = lateBound.of('metering')
  const trackingRuns = () => hasOwnOrigin(publicUrl(), environment.audienceUrl)

  const access = createAccessService(platform)
  const base = createFirms(platform)
  const { firms } = base
  const { letters, optOuts } = createLetters(lateBound, { platform, environment, ...base, audienceUrl, publicUrl })
  const gateways = createGatewayService({ platform, environment, firms, secrets: base.secrets, publicUrl })
  const moneyBase = createMoneyBase(platform, gateways, { firms, lateBound, letters, audienceUrl })
  const auth = createAuthModule({
    platform,
    firms,
    access,
    letters,
    hoursBalance,
    publicUrl,
    welcome: grantTrialHours(addHours),
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
  const { usedIn } = lateBound.of('comments')
  const { avatars, virtualUsers } = createVirtualUserModule({ platform, images, usedIn })
  const { marks, ofLives } = createMarkedComments({ platform, liveReader: lateBound.of('liveReader') })
  const comment = createCommentModModule({ platform, videos, avatars, people: virtualUsers, marks: ofLives })
  const { commentMods, commentModImport } = comment
  lateBound.provide('comments', comment.ofVideos)
  const product = createProductModule({
    platform,
    firms,
    livesUsing: (firmId, productId) => lateBound.get('lives').usersOf(firmId, { productId }),
  })
  const { products, shownProducts } = lateBound.provide('products', product)
  const { payable } = moneyBase.payments
  /** What pages that sell are made of. */
  const sold = { products, shownProducts, videos, firms, payable, trackingFor, earningVisit: moneyBase.earningVisit }

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
  const { lives, liveReader, peekCount, crew } = live
  for (const name of ['lives', 'liveReader', 'liveUses'] as const) lateBound.provide(name, live[name])
  const blocked = createBlockedPeople(db, platform)
  const rooms = createRoomModule({
    platform,
    environment,
    blocked,
    firms,
    products,
    ...forms,
    trackingFor,
    lives: { ...liveReader, find: liveReader.findInRoom },
    isSessionValid: crew.sessionsOf(createSessionMembers({ db, clock, access })),
    playback: playbackOf(videos, live.pastFilmOf),
    orders: createRoomOrders(() => lateBound.get('orders'), platform.log),
    linesOf: lateBound.of('orders').soldLines,
    buyerOf: lateBound.of('orders').viewerOf,
    shopPeople: [auth.memberNames, virtualUsers.names],
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
    rooms: rooms.service,
    peekCount,
    letterTexts: lateBound.of('letterTemplates'),
    ...sold,
  })
  const { publicSignup, paidSignUps } = signup
  for (const name of ['signups', 'signupFacts'] as const) lateBound.provide(name, signup[name])
  const sales = createSalesPageModule({ platform, lives, liveReader, ...forms, ...sold })
  const shortLinks = createShortLinksModule({
    clock,
    liveReader,
    liveUsers,
    firms,
    publicSignup,
    publicSalesPage: sales.publicSalesPage,
    ...forms,
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
    testSignups: signup.testSignups,
    payments: { ...moneyBase.payments.ofOrders, askBeforeEnd: lateBound.of('payments').askBeforeEnd },
    refundsOf: moneyBase.refunds.ofOrders,
    earningVisit: moneyBase.earningVisit,
  })
  lateBound.provide('orders', orders)
  const firm = createFirmModule({
    platform,
    base,
    metering,
    lives: liveReader,
    delivery: orders.delivery,
    ...gateways.ofFirms,
    trackingRuns,
  })
  const money = createMoneyServices({ platform, access, firms, orders, gateways, base: moneyBase, publicUrl })
  lateBound.provide('payments', money.payments)
  const viewerList = createViewerListModule({
    platform,
    live: liveReader.findInRoom,
    blocksIn: block.blocksIn,
    orders,
    currencyOf: async (firmId) => (await firms.publicFirm(firmId)).currency,
  })
  const controlRoom = createControlRoomModule({
    platform,
    access,
    crew,
    rehearsals: live.rehearsals,
    rooms,
    lives,
    liveReader,
    viewerList,
    orders,
    videos,
    virtualUsers,
    marks,
    peekCount,
  })

  const letterDeps = { platform, environment, firms, letters, liveReader, signup, orders, ...member, audienceUrl }
  const letterTemplates = lateBound.provide('letterTemplates', defineLetterKinds({ ...letterDeps, rooms }))
  const signupUsers = createSignupUserModule({
    platform,
    liveReader,
    liveUsers,
    viewerList,
    orders,
    letters,
    paidSignUps,
    ...signup.signupJoin,
    erasers,
    eraseProfiles: (...of) => lateBound.get('profiles').erase(...of),
    upcoming: async (firmId) => (await lives.upcoming(firmId, clock.now())).map(({ id }) => id),
  })
  lateBound.provide('people', signupUsers.store)
  const sendings = createSendings(letterTemplates, optOuts, blocked, { ...letterDeps, ...signupUsers, viewerList })
  const profiles = createCustomerModule({
    platform,
    liveUsers,
    viewerList,
    orders,
    paidSignUps,
    signedUp: { ...signupUsers.store, person: signup.signupFacts.person },
  })
  lateBound.provide('profiles', profiles)
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
      isInTestMode: async (firmId) => (await firms.publicFirm(firmId)).testMode,
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
    commentModImport,
    marks,
    ...product,
    liveReader,
    crew,
    lives,
    rooms,
    replay,
    liveUsers,
    blocks: block.blocks,
    metering,
    ...signup,
    shortLinks,
    ...sales,
    ...gateways,
    orders,
    ...money,
    viewerList,
    controlRoom,
    signupUsers,
    profiles,
    letters,
    letterTemplates,
    optOuts,
    sendings,
    tracking,
    figures: createFigureModule({ platform, firms, liveReader, metering }),
    search: createSearchService({ db, clock }),
  }
}
export type AppServices = ReturnType<typeof createServices>
