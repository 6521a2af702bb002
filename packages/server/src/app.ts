import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createAccessService } from './modules/access/access.service.ts'
import { createAnnouncementService } from './modules/announcement/announcement.service.ts'
import { createAuthModule } from './modules/auth/auth.module.ts'
import { createMemberModule } from './modules/member/member.module.ts'
import { createReplayModule } from './modules/replay/replay.module.ts'
import { createSessionValidity } from './modules/auth/session-validity.service.ts'
import { createBlockedPeople } from './modules/block/blocked-people.service.ts'
import { createBlockService } from './modules/block/block.service.ts'
import { createBlockStore } from './modules/block/block.store.ts'
import { createCustomerModule } from './modules/customer/customer.module.ts'
import { createFirmModule } from './modules/firm/firm.module.ts'
import { createFirmPoints } from './modules/firm/firm-points.ts'
import { createFirmService } from './modules/firm/firm.service.ts'
import { createFirmStore } from './modules/firm/firm.store.ts'
import { createLetterModule } from './modules/letter/letter.module.ts'
import { createLiveReader } from './modules/live/live-reader.service.ts'
import { createLiveService, type LiveService } from './modules/live/live.service.ts'
import { createLiveStore } from './modules/live/live.store.ts'
import { createOrderModule, createPaymentGateways } from './assemble-orders.ts'
import type { OrderService } from './modules/order/order.service.ts'
import { createProductModule } from './modules/product/product.module.ts'
import { createControlRoomModule } from './modules/control-room/control-room.module.ts'
import { createViewerListModule } from './modules/viewer/viewer.module.ts'
import { playbackOf } from './modules/room/playback.ts'
import { createRoomModule } from './modules/room/room.module.ts'
import { createOrderingLog, createRoomOrders } from './modules/room/room-orders.ts'
import { viewerAuthenticator } from './modules/viewer/viewer-authenticator.ts'
import { createSalesPageModule } from './modules/sales-page/sales-page.module.ts'
import { createLiveForms } from './modules/signup/live-forms.ts'
import { createSignupUserModule } from './modules/signup-user/signup-user.module.ts'
import { createSignupModule } from './modules/signup/signup.module.ts'
import { createSignupUserStore } from './modules/signup-user/signup-user.store.ts'
import { createSignupStore } from './modules/signup/signup.store.ts'
import { createTrackingModule } from './modules/tracking/tracking.module.ts'
import { createLibraryModule } from './assemble-library.ts'
import type { Environment } from './platform/environment.ts'
import { createStaticAssets } from './platform/http/static-assets.ts'
import { createLiveMediaHandler } from './modules/live/live-media-handler.ts'
import { createShortLinksModule } from './modules/live/short-links.module.ts'
import { bareHandler } from './platform/http/bare-handler.ts'
import type { Platform } from './platform/platform.ts'
import { hasOwnOrigin } from './surfaces/page-origin.ts'
import { createHttpServer } from './surfaces/http-server.ts'

export interface AppOptions {
  readonly platform: Platform
  readonly environment: Environment
}

const packageJson = fileURLToPath(new URL('../package.json', import.meta.url))
const webFolder = fileURLToPath(new URL('../../web/dist/', import.meta.url))

/** Live hours a new firm may try everything with, in seconds. */
const trialSeconds = 10 * 3600

/** Standing blocks that a list of viewers looks at. */
const blocksRead = 5_000

/** The composition root: stores → services → the HTTP server, by hand, in reading order. */
export const createApp = async ({ platform, environment }: AppOptions) => {
  const { log, clock, db, bus, events, jobs, fileServer, secret } = platform
  const version: string = JSON.parse(await readFile(packageJson, 'utf8')).version
  // With HOST=0 as port the address is known only once the server listens (tests).
  let publicUrl = environment.publicUrl
  const audienceUrl = () => environment.audienceUrl?.replace('{firm}', 'www') ?? publicUrl

  // Stores
  const firmStore = createFirmStore(db)
  const liveStore = createLiveStore(db)
  const signupStore = createSignupStore(db)
  const signupUserStore = createSignupUserStore(db)
  const blockStore = createBlockStore(db)

  // Firms, members, access
  const access = createAccessService({ db, bus })
  const firms = createFirmService({ store: firmStore, clock, points: createFirmPoints(platform) })
  const announcements = createAnnouncementService({ db, clock })
  const { sandbox, methods, payable } = createPaymentGateways({
    ...{ platform, environment, firms },
    publicUrl: () => publicUrl,
  })
  const { tracking, trackingFor, trackingRuns } = createTrackingModule({
    ...{ platform, environment, audienceOrigin: audienceUrl },
    firm: firms.find,
    hasOwnOrigin: () => hasOwnOrigin(publicUrl, environment.audienceUrl),
    tokenOf: (firmId, name) => firmParts.firmSecrets.open(firmId, name),
    forms: {
      findMany: (...of) => paidSignUps.findMany(...of),
      trackingFacts: (...of) => publicSignup.trackingFacts(...of),
    },
    orderFacts: (...of) => orders.trackingFacts(...of),
  })

  // Videos, products, what a live is made of
  const livesUsing = (firmId: string, used: Parameters<LiveService['usersOf']>[1]) => lives.usersOf(firmId, used)
  const libraryParts = createLibraryModule({ platform, findLives: (firmId, ids) => liveReader.findMany(firmId, ids) })
  const { videos, commentMods } = libraryParts
  const productParts = createProductModule({
    platform,
    firms,
    livesUsing: (firmId, productId) => livesUsing(firmId, { productId }),
  })
  const { products } = productParts

  // Lives and rooms
  const liveReader = createLiveReader({ store: liveStore, bus, clock })
  const blocked = createBlockedPeople(db)
  const rooms = createRoomModule({
    ...{ platform, environment, blocked },
    isSessionValid: createSessionValidity({ db, clock, access }),
    lives: liveReader,
    firms,
    products,
    playback: playbackOf(videos),
    signupPath: (firmId, liveId) => signups.pathForLive(firmId, liveId),
    trackingFor,
    orders: createRoomOrders(() => orders.byComment, log),
    linesOf: (firmId, orderId) => orders.soldLines(firmId, orderId),
    buyerOf: (firmId, orderId) => orders.viewerOf(firmId, orderId),
    cameFirst: (tx, firmId, came) => signupUserStore.setCame(firmId, came.signupUserId, came.liveId, came.at, tx),
  })
  const { metering, liveUsers } = rooms
  const replay = createReplayModule({ platform, lives: liveReader, firms, videos, rooms })
  const blocks = createBlockService({
    platform,
    store: blockStore,
    people: liveUsers,
    lives: liveReader,
    saidBy: rooms.saidBy,
  })
  const lives = createLiveService({
    db,
    store: liveStore,
    clock,
    bus,
    events,
    audit: platform.audit,
    reader: liveReader,
    parts: {
      videos,
      comments: commentMods.comments,
      pictureOf: libraryParts.avatars.urlOf,
      products: products.onSale,
      mayOpen: async (firmId) => {
        const { isDemo, suspended } = await firms.publicFirm(firmId)
        return !suspended && (isDemo || (await metering.hoursBalance(firmId)) > 0)
      },
    },
    forms: createLiveForms(db),
    figures: {
      signups: (firmId, liveIds) => signupStore.countsByLive(firmId, liveIds),
      online: rooms.onlineOf,
      orders: (firmId, liveIds) => orders.figures(firmId, liveIds),
      replays: replay.figures,
    },
    settleHours: replay.settleHours,
  })

  // Sign-ups
  const { signups, signupJoin, publicSignup, paidSignUps, seatRelease } = createSignupModule({
    ...{ platform, store: signupStore, lives, liveReader, liveUsers, blocked, videos, products, firms },
    ...{ payable, trackingFor },
  })

  const salesParts = createSalesPageModule({
    platform,
    products,
    videos,
    firms,
    lives,
    liveReader,
    signupPath: signups.pathForLive,
    ...{ payable, trackingFor },
  })

  const { publicSalesPage } = salesParts
  const signupPath = signups.pathForLive
  const shortLinks = createShortLinksModule({
    clock,
    liveReader,
    liveUsers,
    firms,
    publicSignup,
    publicSalesPage,
    signupPath,
  })

  // Orders and payments
  const orderParts = createOrderModule({
    ...{ platform, products, lives: liveReader, liveUsers, firms, methods, trackingFor },
    ...{ pages: salesParts.sellingPages, forms: paidSignUps },
    orderingLog: createOrderingLog({ db, secret, roomLog: rooms.roomLog }),
  })
  const { payments } = orderParts
  const orders: OrderService = orderParts.orders

  const firmParts = createFirmModule({
    platform,
    store: firmStore,
    points: firms.points,
    metering,
    lives: liveReader,
    delivery: orders.delivery,
    ...{ methods, trackingRuns },
  })

  const letters = createLetterModule({ platform, firms, publicSignup, seatRelease, orders, audienceUrl })

  const viewerList = createViewerListModule({
    platform,
    live: liveReader.find,
    blocksIn: async (firmId, liveId) =>
      (await blockStore.inLive(firmId, liveId, { q: undefined, personal: true, limit: blocksRead, offset: 0 })).rows,
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
    ...libraryParts,
  })
  const signupUsers = createSignupUserModule({
    ...{
      platform,
      store: signupUserStore,
      liveReader,
      liveUsers,
      viewerList,
      orders,
      letters,
      paidSignUps,
      ...signupJoin,
    },
    upcoming: async (firmId) => (await lives.upcoming(firmId, clock.now())).map(({ id }) => id),
  })

  const profiles = createCustomerModule({
    ...{ platform, liveUsers, viewerList, orders, paidSignUps },
    signedUp: { ...signupUserStore, person: signupStore.person },
  })

  // Members
  const authParts = createAuthModule({
    platform,
    firms,
    access,
    hoursBalance: metering.hoursBalance,
    welcome: async (firmId, tx) =>
      void (await metering.addHours(firmId, { kind: 'topUp', key: 'trial', seconds: trialSeconds }, tx)),
    publicUrl: () => publicUrl,
  })
  const memberParts = createMemberModule({ platform, access, firms, auth: authParts })

  const services = {
    access,
    firms,
    announcements,
    ...authParts,
    ...memberParts,
    ...firmParts,
    ...libraryParts,
    ...productParts,
    liveReader,
    lives,
    rooms,
    replay,
    liveUsers,
    blocks,
    metering,
    signups,
    ...salesParts,
    publicSignup,
    seatRelease,
    shortLinks,
    viewerList,
    controlRoom,
    signupUsers,
    profiles,
    sandbox,
    orders,
    payments,
    letters,
    tracking,
  }
  const assets = await createStaticAssets(`${webFolder}client`)
  let demoLogin: () => Promise<{ account?: string; password?: string; roomUrl?: string }> = async () => ({})
  const http = await createHttpServer({
    platform,
    environment,
    services,
    version,
    webFolder,
    publicUrl: () => publicUrl,
    demo: () => demoLogin(),
    first: [
      assets.serve,
      libraryParts.avatars.serve,
      libraryParts.media,
      bareHandler(
        log,
        createLiveMediaHandler({
          ...{ liveReader, videos, clock, files: fileServer, namesKey: secret.keyFor('segment names') },
          isSuspended: authParts.suspension.isSuspended,
        }),
      ),
    ],
    authenticators: {
      firm: authParts.authenticateFirm,
      viewer: viewerAuthenticator(liveUsers, authParts.suspension.isSuspended),
      order: orders.authenticate,
    },
  })
  rooms.attach(http.server)

  return {
    http,
    version,
    services,
    /** Loads what must stand before the first request and starts the jobs. */
    start: async (): Promise<void> => {
      await access.start()
      await jobs.start()
    },
    /** Listens; `port` 0 takes a free one, and without PUBLIC_URL that becomes the public address. */
    listen: async (port = environment.port): Promise<string> => {
      const address = await http.listen({ port, host: environment.host })
      const bound = http.server.address()
      if (port === 0 && typeof bound === 'object' && bound) publicUrl = `http://localhost:${bound.port}`
      return address
    },
    publicUrl: () => publicUrl,
    setDemoLogin: (login: typeof demoLogin): void => {
      demoLogin = login
    },
    close: async (): Promise<void> => {
      await rooms.close()
      await http.close()
      await platform.close()
    },
  }
}
export type App = Awaited<ReturnType<typeof createApp>>
