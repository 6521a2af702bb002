// The server that checkout.ts measures: the whole app in a process of its own, with a firm of many products and a live that sells 20.
import { createLiveStore } from '../packages/server/src/modules/live/live.store.ts'
import { createApp } from '../packages/server/src/app.ts'
import { readEnvironment } from '../packages/server/src/platform/environment.ts'
import { newId, shortCode } from '../packages/server/src/platform/ids.ts'
import { makeLog } from '../packages/server/src/platform/log/log.ts'
import { openPlatform } from '../packages/server/src/platform/platform.ts'
import { personOf } from './checkout-person.ts'
import { type Profile, startProfile } from './checkout-profile.ts'

/** What the server tells the client once it listens. */
export interface Ready {
  readonly origin: string
  readonly streamId: string
  /** What the crowd wants, and what is bought when all want the same. */
  readonly variantId: string
  /** One of each product of the room. */
  readonly variantIds: readonly string[]
  /** Minor units. */
  readonly price: number
  readonly viewerKeys: readonly string[]
  /** The process of one of its connections; undefined on PGlite, which has none. */
  readonly databasePid: number | undefined
}

/** Asked by the client, with how far the server is. */
export interface Progress {
  readonly placed: number
  readonly paid: number
  readonly stock: number
  /** Of the whole process since its start, milliseconds. */
  readonly cpuMs: number
}

/** What a payment company knows of a payment that we have begun there. */
export interface Begun {
  readonly reference: string
  readonly tradeNo: string
  readonly orderNo: string
}

export type Ask =
  | { readonly ask: 'progress' }
  | { readonly ask: 'stock'; readonly stock: number }
  | { readonly ask: 'begun'; readonly token: string }
  /** Begins a profile. */
  | { readonly ask: 'profile' }
  /** Ends it, and answers what it saw. */
  | { readonly ask: 'profiled' }
  | { readonly ask: 'close' }
export interface Asked {
  readonly id: number
  readonly given: Ask
}
export interface Answered {
  readonly id: number
  readonly answer: Progress | Begun | Profile
}

const roomProducts = 20
const price = 680_00
const hourMs = 3600_000

const viewerCount = Number(process.argv[2])
const productCount = Number(process.argv[3])

const environment = readEnvironment()
const log = makeLog({ level: environment.logLevel })
const platform = await openPlatform({ environment, log })
const app = await createApp({ platform, environment })
const { db, clock } = platform
const { services } = app

const fillIn = async (origin: string): Promise<Ready> => {
  const { id: firmId } = await services.firms.create(db, { name: '小器器皿', orderNoPrefix: 'KM', isDemo: true })
  const made: Awaited<ReturnType<typeof services.products.create>>[] = []
  for (let at = 0; at < productCount; at += 1) {
    const product = {
      productName: `商品 ${at}`,
      keyword: `A${at}`,
      description: '',
      unit: '件',
      price,
      originalPrice: null,
      perPersonLimit: null,
      images: [],
      variants: [{ name: '', stock: 1_000_000 }],
    }
    made.push(await services.products.create(firmId, product))
  }
  const liveId = newId()
  const streamId = shortCode(14)
  const now = clock.now()
  await createLiveStore(db).insert(
    firmId,
    {
      id: liveId,
      streamId,
      shortUrl: shortCode(7),
      createdAt: now,
      name: '秋季選物',
      platformType: 'video',
      videoId: null,
      publishedAt: now,
      beginAt: new Date(clock.ms() - 60_000),
      endAt: new Date(clock.ms() + hourMs),
      waitingMinutes: 30,
      replayMinutes: 0,
      commentModId: null,
      products: made.slice(0, roomProducts).map(({ id }) => ({
        productId: id,
        showAt: null,
        hideAt: null,
        livePrice: null,
        showLeft: true,
      })),
      fakeTickets: [],
      polls: [],
      giveaways: [],
      hearts: [],
      callsToAction: [],
      audienceCurve: [],
      bannedKeywords: [],
      anonymousAllowed: true,
      heartsAllowed: true,
      imageUrl: '',
      hostName: '',
      comments: [],
      infoImages: [],
      slowSeconds: 0,
      disclosure: null,
      youtubeUrl: '',
      plannedMinutes: 60,
      script: [],
    },
    db,
  )
  const viewerKeys: string[] = []
  for (let at = 0; at < viewerCount; at += 1) {
    const { fullName, phone, email } = personOf(at)
    const person = { signupUserId: newId(), name: fullName, phone: phone.replace(/^0/, '+886'), email }
    const viewer = await db.transaction((tx) => services.rooms.liveUsers.ensure(tx, firmId, liveId, person))
    viewerKeys.push(services.rooms.liveUsers.viewerKeyOf(viewer))
  }
  const { rows } = db.kind === 'postgres' ? await db.raw('select pg_backend_pid() as pid') : { rows: [] }
  const databasePid = rows[0] === undefined ? undefined : Number(rows[0]['pid'])
  const variantIds = made.slice(0, roomProducts).flatMap(({ variants }) => variants.map(({ id }) => id))
  return { origin, streamId, variantId: variantIds[0] ?? '', variantIds, price, viewerKeys, databasePid }
}

await app.start()
const ready = await fillIn((await app.listen(0)).replace('[::1]', '127.0.0.1'))

const progress = async (): Promise<Progress> => {
  const { rows } = await db.raw(
    `select (select count(*)::int from "order") as placed,
      (select count(*)::int from "order" where "paymentState" = 'paid') as paid,
      (select stock from variant where id = $1) as stock`,
    [ready.variantId],
  )
  const { user, system } = process.cpuUsage()
  const [row] = rows
  return {
    placed: Number(row?.['placed']),
    paid: Number(row?.['paid']),
    stock: Number(row?.['stock']),
    cpuMs: (user + system) / 1000,
  }
}

const setStock = async (stock: number): Promise<void> => {
  await db.raw('update variant set stock = $2 where id = $1', [ready.variantId, stock])
}

/** The payment company's own look at what was begun there: planned once, so that it costs the shop's database little. */
const begun = (token: string): Promise<Begun> =>
  db
    .as<{ sandboxPayment: Begun & { token: string } }>()
    .selectFrom('sandboxPayment')
    .select(['reference', 'tradeNo', 'orderNo'])
    .where('token', '=', token)
    .executeTakeFirstOrThrow()

let stopProfile: (() => Promise<Profile>) | undefined
const answerOf = (given: Ask): Promise<Progress | Begun | Profile> => {
  if (given.ask === 'begun') return begun(given.token)
  return given.ask === 'profiled' && stopProfile ? stopProfile() : progress()
}

const answer = async ({ id, given }: Asked): Promise<void> => {
  if (given.ask === 'close') {
    await app.close()
    process.exit(0)
  }
  if (given.ask === 'stock') await setStock(given.stock)
  if (given.ask === 'profile') stopProfile = await startProfile()
  const said = await answerOf(given)
  process.send?.({ id, answer: said } satisfies Answered)
}
process.on('message', (asked: Asked) => void answer(asked))
process.on('disconnect', () => process.exit(0))
process.send?.(ready)
