import type { GatewayWord, RefundAnswer, RefundToMake } from '../../src/modules/gateway/gateway.port.ts'
import { codGateway } from '../../src/modules/gateway/cod-gateway.ts'
import { sandboxPurpose } from '../../src/modules/gateway/sandbox-gateway.ts'
import { writeSandboxNotice } from '../../src/modules/gateway/sandbox-notice.ts'
import { createTransferGateway } from '../../src/modules/gateway/transfer-gateway.ts'
import { createFirmPoints } from '../../src/modules/firm/firm-points.ts'
import { createPaymentStore } from '../../src/modules/payment/payment.store.ts'
import { createTransfers } from '../../src/modules/payment/transfers.ts'
import { type ManualClock, manualClock } from '../../src/platform/clock.ts'
import type { Database } from '../../src/platform/db/database.ts'
import { newId } from '../../src/platform/ids.ts'
import { aCommenter } from '../commenting.ts'
import { buildShop, shopOpensAt } from '../commerce-factory.ts'
import { cardSetting } from '../payment-settings.ts'
import { mortalDatabase } from './mortal-database.ts'
import type { GatewayMood } from './steps.ts'

const account = { bankCode: '822', account: '012345678901', holder: '小器有限公司' }

/** One process of the shop on a database: what it sells with, and the money that the staff records. */
const aProcess = (db: Database, clock: ManualClock) => {
  const transfer = createTransferGateway({ now: () => clock.now(), accountOf: async () => account })
  const shop = buildShop(db, { clock, beside: [transfer, codGateway] })
  const store = createPaymentStore(db)
  return {
    shop,
    transfers: createTransfers({ platform: shop.platform, store, orders: shop.orders }),
    points: createFirmPoints({ db, clock }),
  }
}
export type Process = ReturnType<typeof aProcess>

/** Two processes on one database, one of which is killed now and then; their gateway is moody when it is to give back. */
export const twoProcesses = (db: Database) => {
  const clock = manualClock(new Date(shopOpensAt))
  const mortal = mortalDatabase(db)
  const [living, dying] = [aProcess(db, clock), aProcess(mortal.db, clock)]
  let mood: GatewayMood = 'does'
  const given = new Set<string>()
  const giveBack = living.shop.sandbox.gateway.refund
  const refund = async (asked: RefundToMake): Promise<RefundAnswer> => {
    if (mood === 'isAway') throw new Error('away')
    // What it has given back it does not refuse afterwards.
    if (!given.has(asked.key)) {
      if (mood === 'takes') return { state: 'pending', reference: '' }
      if (mood === 'refuses') return { state: 'refused', words: '餘額不足' }
    }
    const answer = await giveBack?.(asked, { merchantId: '', keys: {} })
    if (!answer) throw new Error('the sandbox gives back')
    if (answer.state === 'done') given.add(asked.key)
    if (mood === 'loses') throw new Error('lost')
    return answer
  }
  for (const { shop } of [living, dying]) Object.assign(shop.sandbox.gateway, { refund })
  const key = living.shop.platform.secret.keyFor(sandboxPurpose)
  return {
    db,
    clock,
    mortal,
    living,
    dying,
    setMood: (next: GatewayMood): void => {
      mood = next
    },
    /** As the gateway signs it. */
    signed: (word: GatewayWord): string => writeSandboxNotice(key, { id: newId(), word }),
  }
}
export type TwoProcesses = ReturnType<typeof twoProcesses>

export const pieces = 6
/** Whole dollars, of the two variants' product. */
export const price = 333

/** A room of three viewers, where two variants are sold for every way to pay. */
export const aRoomOn = async ({ living, dying }: TwoProcesses) => {
  const { shop } = living
  const firmId = await shop.aFirm()
  const paymentMethods = [
    { ...cardSetting },
    { ...cardSetting, method: 'atm' as const },
    { ...cardSetting, method: 'transfer' as const, gateway: 'transfer' as const },
    { ...cardSetting, method: 'cod' as const, gateway: 'cod' as const },
  ]
  await shop.firms.change(firmId, { paymentMethods })
  const product = await shop.aProduct(firmId, {
    price: price * 100,
    keyword: 'A07',
    variants: ['紅', '藍'].map((name) => ({ name, stock: pieces })),
  })
  // It goes on for as long as anything is tried.
  const live = shop.aLive(firmId, [product.id], { endAtMs: shopOpensAt + 400 * 24 * 3_600_000 })
  dying.shop.lives.push(live)
  const viewers = [0, 1, 2].map(() => shop.aViewer(live))
  for (const viewer of viewers) {
    dying.shop.viewerById.set(viewer.id, viewer)
    dying.shop.viewerByKey.set(viewer.key, viewer)
  }
  const commenters = (process: Process) => viewers.map((viewer) => aCommenter(process.shop, live, [product], viewer))
  return {
    firmId,
    live,
    product,
    variantIds: product.variants.map(({ id }) => id),
    viewers,
    commenters: { living: commenters(living), dying: commenters(dying) },
  }
}
export type RoomUnderTest = Awaited<ReturnType<typeof aRoomOn>>
