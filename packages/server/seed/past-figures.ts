import { createHash } from 'node:crypto'
import { newId, unguessable } from '../src/platform/ids.ts'
import type { Platform } from '../src/platform/platform.ts'

interface FirmStage {
  readonly platform: Pick<Platform, 'db'>
  readonly firmId: string
}

interface Stage extends FirmStage {
  readonly signupId: string
}

interface PastLive {
  readonly id: string
  readonly beginMs: number
  readonly endMs: number
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** Who looked at the sign-up page of a past show and left it at that. */
const lookers = 68
/** How long each product stood on the stage. */
const showingMs = 9 * minuteMs

/** A visit's name, the same on every start. */
export const visitOf = (...of: readonly (string | number)[]): string =>
  createHash('sha256').update(of.join(' ')).digest('base64url').slice(0, 22)

/** Those who came into a past show, the first first. */
const viewersOf = async ({ db }: Pick<Platform, 'db'>, liveId: string) => {
  const { rows } = await db.raw(
    `select viewer.id, viewer."signupUserId", viewer.name, viewer.phone, viewer.email, connection.id as "connectionId",
       connection."openedAt", connection."closedAt"
     from connection join "liveUser" viewer on viewer.id = connection."liveUserId"
     where connection."liveId" = $1 order by connection."openedAt", viewer.name`,
    [liveId],
  )
  return rows as unknown as readonly {
    readonly id: string
    readonly signupUserId: string
    readonly name: string
    readonly phone: string
    readonly email: string
    readonly connectionId: string
    readonly openedAt: Date
    readonly closedAt: Date
  }[]
}

interface SeedFact {
  readonly kind: string
  readonly sourceId: string
  readonly at: Date
  readonly live: PastLive | null
  readonly signupUserId?: string
  readonly liveUserId?: string
  readonly visit?: string
  readonly productId?: string
  readonly orderId?: string
  readonly amount?: number
  readonly source?: string
  /** Code of a partner's link; of those who come from LINE 'slow-kitchen', unless it is another. */
  readonly association?: string
}

/** A fact of before, that no row of its own has caused. */
export const writeFact = async ({ platform, firmId }: FirmStage, fact: SeedFact): Promise<void> => {
  const { live, at, amount, source, association = source === 'line' ? 'slow-kitchen' : '' } = fact
  await platform.db.raw(
    `insert into fact ("firmId", kind, "sourceId", at, "liveId", "offsetMs", "signupUserId", "liveUserId", visit, "productId",
       "orderId", amount, currency, attribution, "isSimulated")
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, cast($14 as jsonb), false) on conflict do nothing`,
    [
      ...[firmId, fact.kind, fact.sourceId, at, live?.id ?? null, live === null ? null : at.getTime() - live.beginMs],
      ...[fact.signupUserId ?? null, fact.liveUserId ?? null, fact.visit ?? null, fact.productId ?? null],
      ...[fact.orderId ?? null, amount ?? null, amount === undefined ? null : 'TWD'],
      JSON.stringify(source === undefined ? {} : { source, association }),
    ],
  )
}

interface PastOrder {
  readonly orderNo: string
  readonly at: Date
  /** `phone` is E.164. */
  readonly buyer: { readonly name: string; readonly phone: string; readonly email: string }
  readonly product: { readonly id: string; readonly price: number }
  /** Columns that say where it came from, and who is to be credited with it. */
  readonly from: Readonly<Record<string, string | Date | null>>
}

/** An order of before, as an order of the demo looks; no play money was paid for it. Undefined: there is none to look like. */
export const writeOrder = async (
  { platform, firmId }: FirmStage,
  { orderNo, at, buyer, product, from }: PastOrder,
): Promise<string | undefined> => {
  const { db } = platform
  const id = newId()
  const changed = {
    id,
    keyHash: unguessable(),
    isTest: false,
    fullName: buyer.name,
    phone: buyer.phone,
    email: buyer.email,
    memo: '',
    unanswered: false,
    refunded: 0,
    subtotal: product.price,
    discount: 0,
    deliveryFee: 0,
    paymentFee: 0,
    rounding: 0,
    total: product.price,
    totalQuantity: 1,
    paymentState: 'paid',
    fulfilmentState: 'completed',
    createdAt: at,
    paidAt: at,
    heldUntil: at,
    orderNo,
    searchText: `${orderNo} ${buyer.name}`.toLowerCase(),
    contactText: '',
    given: {},
    purchaseTrackedAt: at,
    associationId: null,
    associationVisitAt: null,
    associationSignupId: null,
    ...from,
  }
  const { rows } = await db.raw(
    `select string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns from information_schema.columns
     where table_schema = 'public' and table_name = 'order' and is_generated = 'NEVER'`,
  )
  const columns = String(rows[0]?.['columns'])
  const placed = await db.raw(
    `insert into "order" (${columns}) select ${columns} from jsonb_populate_record(
       (select known from "order" known where known."firmId" = $1 and known.source = 'room' and known."paymentState" = 'paid'
        order by known."createdAt" limit 1), cast($2 as jsonb))
     where id is not null and "firmId" is not null returning id`,
    [firmId, JSON.stringify(changed)],
  )
  if (placed.rows.length === 0) return undefined
  await db.raw(
    `insert into "orderLine" ("orderId", place, "firmId", "variantId", "productId", "productName", "variantName", keyword,
       "imageUrl", price, quantity)
     select $1, 0, product."firmId", variant.id, product.id, product."productName", variant.name, product.keyword,
       coalesce(product.images ->> 0, ''), product.price, 1
     from product join variant on variant."productId" = product.id where product.id = $2 order by variant.place limit 1`,
    [id, product.id],
  )
  return id
}

/** What was done in a past show: who looked, signed up, came, put things into the cart and bought. */
const fillLive = async (stage: Stage, live: PastLive, products: readonly { id: string; price: number }[]) => {
  const { platform, signupId } = stage
  const write = (fact: SeedFact) => writeFact(stage, fact)
  const at = (offsetMs: number) => new Date(live.beginMs + offsetMs)
  const visited = (visit: string, when: Date, source: string) =>
    write({ kind: 'visited', sourceId: `signup ${signupId} ${visit}`, at: when, live: null, visit, source })

  for (let number = 0; number < lookers; number += 1)
    await visited(
      visitOf(live.id, number),
      at(-(1 + ((number * 37) % 90)) * hourMs),
      number % 3 === 0 ? 'line' : 'instagram',
    )
  const seats = await platform.db.raw(
    `select seat."signupUserId" as id, seat."createdAt" as at, person.source from "signupSeat" seat
     join "signupUser" person on person.id = seat."signupUserId" where seat."liveId" = $1 order by seat."createdAt"`,
    [live.id],
  )
  /** By sign-up by what they came. */
  const sources = new Map<string, string>()
  for (const [number, seat] of seats.rows.entries()) {
    const signupUserId = String(seat['id'])
    const when = seat['at'] instanceof Date ? seat['at'] : new Date(String(seat['at']))
    const visit = seat['source'] === 'import' ? undefined : visitOf(live.id, signupUserId)
    const source = number % 4 === 0 ? 'line' : 'instagram'
    if (visit !== undefined) {
      await visited(visit, new Date(when.getTime() - 4 * minuteMs), source)
      sources.set(signupUserId, source)
    }
    const given = visit === undefined ? {} : { visit, source }
    await write({ kind: 'signedUp', sourceId: `${signupUserId} ${live.id}`, at: when, live, signupUserId, ...given })
  }
  for (const [number, { id }] of products.entries()) {
    const offsetMs = 2 * minuteMs + number * showingMs
    await write({ kind: 'shown', sourceId: `${live.id} past-${number}`, at: at(offsetMs), live, productId: id })
    await write({
      kind: 'hidden',
      sourceId: `${live.id} past-${number}`,
      at: at(offsetMs + showingMs),
      live,
      productId: id,
    })
  }
  for (const [number, viewer] of (await viewersOf(platform, live.id)).entries()) {
    const who = { live, signupUserId: viewer.signupUserId, liveUserId: viewer.id }
    await write({ kind: 'joined', sourceId: viewer.connectionId, at: viewer.openedAt, ...who })
    await write({ kind: 'left', sourceId: viewer.connectionId, at: viewer.closedAt, ...who })
    const product = products[number % products.length]
    if (product === undefined || number % 5 === 4) continue
    const stayedMs = viewer.closedAt.getTime() - viewer.openedAt.getTime()
    const moment = new Date(viewer.openedAt.getTime() + Math.round(stayedMs * (0.3 + (number % 4) / 8)))
    await write({ kind: 'carted', sourceId: `past ${viewer.id}`, at: moment, productId: product.id, ...who })
    if (number % 3 === 2) continue
    const orderId = await writeOrder(stage, {
      orderNo: `OLD${String(live.beginMs / minuteMs).slice(-5)}${String(number).padStart(3, '0')}`,
      at: moment,
      buyer: viewer,
      product,
      from: { liveId: live.id, liveUserId: viewer.id, shopperId: viewer.id },
    })
    if (orderId === undefined) continue
    const source = sources.get(viewer.signupUserId)
    const order = { orderId, amount: product.price, at: moment, ...who, ...(source === undefined ? {} : { source }) }
    await write({ kind: 'ordered', sourceId: orderId, ...order })
    await write({ kind: 'paid', sourceId: orderId, ...order })
  }
}

/** Figures of the shows that are over, so that the dashboard has something to show. */
export const fillPastFigures = async (stage: Stage, lives: readonly PastLive[]): Promise<void> => {
  const { rows } = await stage.platform.db.raw(
    `select id, price from product where "firmId" = $1 and "removedAt" is null and not "offSale" order by keyword limit 5`,
    [stage.firmId],
  )
  const products = rows.map(({ id, price }) => ({ id: String(id), price: Number(price) }))
  for (const live of lives) await fillLive(stage, live, products)
}
