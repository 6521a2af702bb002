import { association } from '@kaimai/contract/association/association.resource.ts'
import { taipeiMonth } from '@kaimai/contract/commission/statement.rules.ts'
import { partner } from '@kaimai/contract/partner/partner.resource.ts'
import { PayoutAccount } from '@kaimai/contract/partner/partner.schema.ts'
import { refundAction } from '@kaimai/contract/refund/refund.routes.ts'
import { RefundRequest } from '@kaimai/contract/refund/refund.schema.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../src/app.ts'
import type { AuthTables } from '../src/modules/auth/auth.tables.ts'
import { newId } from '../src/platform/ids.ts'
import type { Platform } from '../src/platform/platform.ts'
import { readPhone } from '../src/platform/read-phone.ts'
import { demoContent } from './content.ts'
import { visitOf, writeFact, writeOrder } from './past-figures.ts'

interface Stage {
  readonly app: App
  readonly platform: Platform
  readonly firmId: string
  readonly signupId: string
}

const { customers, firm, partners, partnerProgram, partnerRefund, partnerSales, salesPages } = demoContent
const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Between a click on a link and what is signed up for or ordered. */
const clickMs = 4 * 60_000
const paidWithinMs = 20_000

/** The demo firm's owner, on the machine that it runs on. */
const ownerOf = async ({ db }: Platform, firmId: string) => {
  const { id: memberId, name: actorName } = await db
    .as<AuthTables>()
    .selectFrom('member')
    .select(['id', 'name'])
    .where('firmId', '=', firmId)
    .where('name', '=', firm.userName)
    .executeTakeFirstOrThrow()
  return { firmId, memberId, actorName, ip: '127.0.0.1' }
}

/**
 * Partners of the demo firm with their links, as a merchant's clicks make them. Who may log in gets the demo firm's
 * password where everybody may know it; undefined: nobody gets one.
 */
export const fillPartners = async (stage: Stage, password: string | undefined): Promise<void> => {
  const { app, platform, firmId, signupId } = stage
  const { partners: service, partnerSessions, associations } = app.services
  const by = await ownerOf(platform, firmId)
  const daysAgo = (days: number) => new Date(platform.clock.ms() - days * dayMs).toISOString()
  await associations.changeProgram(firmId, partnerProgram, by)
  for (const { links, account, mayLogIn, ...person } of partners) {
    const own = mayLogIn ? password : undefined
    const memo = own === undefined ? person.memo : `${person.memo}。示範登入：${person.email}，密碼 ${own}`
    const { id } = await service.create(firmId, partner.Body.parse({ ...person, memo }), by)
    if (account) await service.setPayoutAccount(firmId, id, PayoutAccount.parse(account), by)
    if (own !== undefined) {
      const { path } = await service.passwordLink(firmId, id, by)
      const token = path.split('#token=').pop() ?? ''
      await partnerSessions.setPassword({ partnerId: id, token, password: own }, by.ip)
    }
    for (const { code, name, basisPoints, amount, forForm, beginDaysAgo, endDaysAgo } of links) {
      const body = {
        partnerId: id,
        code,
        name,
        basisPoints,
        amount,
        productIds: [],
        cookieDays: 30,
        rateKind: basisPoints === null ? 'amount' : 'percent',
        signupIds: forForm ? [signupId] : [],
        beginAt: daysAgo(beginDaysAgo),
        endAt: endDaysAgo === null ? null : daysAgo(endDaysAgo),
      }
      await associations.create(firmId, association.Body.parse(body), by)
    }
  }
}

/** Clicks on the links that the figures of past shows know nothing of, one every day and a half while they earned. */
const addClicks = async (stage: Stage): Promise<void> => {
  const nowMs = stage.platform.clock.ms()
  for (const { code, clicks, endDaysAgo } of partners.flatMap(({ links }) => links))
    for (let number = 1; number <= clicks; number += 1) {
      const visit = visitOf('link', code, number)
      await writeFact(stage, {
        kind: 'visited',
        live: null,
        visit,
        source: 'instagram',
        association: code,
        sourceId: `signup ${stage.signupId} ${visit}`,
        at: new Date(nowMs - (endDaysAgo ?? 0) * dayMs - number * 36 * hourMs),
      })
    }
}

/** Who signed up for a past show by a link is credited to it, and so is what they bought there; answers those orders. */
const creditPastPeople = async (
  { platform, firmId }: Stage,
  linkOf: ReadonlyMap<string, string>,
): Promise<string[]> => {
  const found: string[] = []
  for (const [code, associationId] of linkOf) {
    await platform.db.raw(
      `update "signupUser" person set "associationId" = $2, "associationVisitAt" = fact.at - interval '4 minutes'
       from fact where person."firmId" = $1 and fact."firmId" = $1 and fact.kind = 'signedUp'
         and fact.attribution ->> 'association' = $3 and fact."signupUserId" = person.id and person."associationId" is null`,
      [firmId, associationId, code],
    )
    const { rows } = await platform.db.raw(
      `update "order" sold set "associationId" = person."associationId",
         "associationVisitAt" = person."associationVisitAt", "associationSignupId" = person."signupId"
       from "liveUser" viewer join "signupUser" person on person.id = viewer."signupUserId"
       where sold."firmId" = $1 and viewer.id = sold."liveUserId" and person."associationId" = $2 and not sold."isTest"
       returning sold.id`,
      [firmId, associationId],
    )
    found.push(...rows.map(({ id }) => String(id)))
  }
  return found
}

/** Orders of the month before from the sales page, each with what led to it; answers their ids. */
const addLastMonth = async (stage: Stage, linkOf: ReadonlyMap<string, string>): Promise<string[]> => {
  const { platform, firmId } = stage
  const { db, clock } = platform
  const { rows } = await db.raw(
    `select product.id, product.price, product.keyword, page.id as "pageId" from product, "salesPage" page
     where product."firmId" = $1 and product."removedAt" is null and page."firmId" = $1 and page."customUrl" = $2`,
    [firmId, salesPages[0]?.customUrl ?? ''],
  )
  // Months begin in Taipei.
  const monthMs = Date.parse(`${taipeiMonth(clock.ms())}-01T00:00:00+08:00`)
  const ids: string[] = []
  for (const [number, { code, customer, keyword, daysBeforeMonth }] of partnerSales.entries()) {
    const sold = rows.find((row) => row['keyword'] === keyword)
    const person = customers[customer]
    const associationId = linkOf.get(code)
    if (!sold || !person || associationId === undefined)
      throw new Error(`the demo has nothing to sell by ${code} to ${customer}`)
    const product = { id: String(sold['id']), price: Number(sold['price']) }
    const sourceId = String(sold['pageId'])
    const at = new Date(monthMs - daysBeforeMonth * dayMs + 13 * hourMs)
    const clickedAt = new Date(at.getTime() - clickMs)
    const orderId = await writeOrder(stage, {
      orderNo: `OLDP${String(number + 1).padStart(5, '0')}`,
      at,
      product,
      buyer: { name: person.fullName, phone: readPhone(person.phone, 'TW', 'phone'), email: person.email },
      from: {
        source: 'salesPage',
        sourceId,
        liveId: null,
        liveUserId: null,
        shopperId: newId(),
        associationId,
        associationVisitAt: clickedAt,
      },
    })
    if (orderId === undefined) continue
    const visit = visitOf('partner sale', number)
    const came = { live: null, visit, source: 'instagram', association: code }
    const bought = { sourceId: orderId, orderId, amount: product.price, at, ...came }
    await writeFact(stage, { kind: 'visited', sourceId: `salesPage ${sourceId} ${visit}`, ...came, at: clickedAt })
    await writeFact(stage, { kind: 'ordered', ...bought })
    await writeFact(stage, { kind: 'paid', ...bought })
    ids.push(orderId)
  }
  return ids
}

/** What is written into the ledger now was earned when its order was paid: it is due as if it had been written then. */
const dateBack = async ({ platform, firmId }: Stage): Promise<void> => {
  await platform.db.raw(
    `update "commissionEntry" entry set at = earned."paidAt", "dueAt" = earned."dueAt"
     from commission earned where entry."firmId" = $1 and earned.id = entry."commissionId" and entry.kind = 'earned'
       and entry."statementId" is null and earned."dueAt" < entry.at`,
    [firmId],
  )
}

/** A piece of an order goes back once its play money has come, and takes its part of the commission along. */
const giveBackPiece = async ({ app, platform, firmId }: Stage): Promise<void> => {
  const { orders, refunds } = app.services
  const { customer, place, quantity, memo } = partnerRefund
  const q = customers[customer]?.fullName ?? ''
  const { items } = await orders.list(firmId, { q, source: 'room', limit: 1 }, true)
  const [order] = items
  if (!order) throw new Error(`the demo has no order of ${q}`)
  for (let waitedMs = 0; (await orders.paymentState(firmId, order.id)) !== 'paid'; waitedMs += 100) {
    if (waitedMs >= paidWithinMs) throw new Error(`the demo's order of ${q} is not paid`)
    await sleep(100)
  }
  const lines = [{ place, quantity }]
  const choice = { kind: 'lines', lines, deliveryFee: false, paymentFee: false }
  const request = RefundRequest.parse({ choice, restock: false, memo })
  const by = await ownerOf(platform, firmId)
  const { refundId, amount } = await refunds.grant(by, order.id, request)
  const { memberId: userId, actorName: userName, ip } = by
  const made = await refunds.make(
    { kind: 'grant', id: refundId, firmId, userId, userName, action: refundAction, resource: order.id, amount },
    request,
    { ip, sources: ['room'] },
  )
  await refunds.send(refunds.made.parse(made))
}

/**
 * What came by partners' links before: clicks, sign-ups, orders with what they earned, last month's statements, and a
 * payout that the bank has. The people and orders of past shows stand already.
 */
export const fillPartnerSales = async (stage: Stage): Promise<void> => {
  const { platform, firmId } = stage
  const { associations, commissions, statements, payouts } = stage.app.services
  const links = await associations.named(firmId)
  const linkOf = new Map(links.map(({ code, id }) => [code, id]))
  await addClicks(stage)
  const ofShows = await creditPastPeople(stage, linkOf)
  const ofLastMonth = await addLastMonth(stage, linkOf)
  for (const orderId of [...ofLastMonth, ...ofShows]) await commissions.paid(firmId, orderId)
  await dateBack(stage)
  await statements.make()
  await giveBackPiece(stage)
  // Last: by it others see that the firm is filled.
  const by = await ownerOf(platform, firmId)
  const { id } = await payouts.make(by, '器日 分潤')
  await payouts.markSent(by, id)
}
