import { expect, test } from 'vitest'
import { aSellingPage, orderFromPage, stockOf } from '../../../test/buying.ts'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'
import { aProduct } from '../../../test/studio.ts'
import type { Reply } from '../../../test/test-app.ts'

// Each buyer comes from an address of their own, as phones do, so that no limit of a network stands in their way.
const t = await sharedApp({ environment: { KAIMAI_SANDBOX: '1', TRUST_PROXY: '127.0.0.1' } })
const member = await aFirmWithHours(t)
const pieces = 50
const buyers = 1_000
const price = 680_00
/** Far more than have a connection of the database: the others wait in its queue. */
const atOnce = 250

/** 'ordered', or the code of the error. */
const outcomeOf = ({ status, body }: Reply): string =>
  status === 200 ? 'ordered' : String((body as { error: { code: number } }).error.code)

test('ORDER-1100 1,000 buyers at once for 50 pieces make exactly 50 orders, numbered without a gap; the other 950 read code 10, sold out', async () => {
  const product = await aProduct(t, member, { price, stock: pieces })
  const variantId = product.variants[0]?.id ?? ''
  const { customUrl } = await aSellingPage(t, member, [product.id])
  const order = async (buyer: number): Promise<string> => {
    const personal = {
      fullName: '林佳穎',
      phone: `09${String(12_000_000 + buyer)}`,
      email: `buyer${buyer}@example.com`,
    }
    const address = { 'x-forwarded-for': `10.20.${Math.floor(buyer / 250)}.${(buyer % 250) + 1}` }
    const given = { personal, expectedTotal: price }
    return outcomeOf(await orderFromPage(t, customUrl, [{ variantId, quantity: 1 }], given, address))
  }
  const waiting = Array.from({ length: buyers }, (_, buyer) => buyer).values()
  const outcomes: string[] = []
  const takeTurns = async (): Promise<void> => {
    for (const buyer of waiting) outcomes.push(await order(buyer))
  }
  await Promise.all(Array.from({ length: atOnce }, takeTurns))

  const counted = [...Map.groupBy(outcomes, (outcome) => outcome)].map(([outcome, all]) => [outcome, all.length])
  expect(Object.fromEntries(counted)).toEqual({ ordered: pieces, '10': buyers - pieces })
  expect(await stockOf(t, variantId)).toEqual({ stock: 0, sold: 0 })
  const { rows } = await t.platform.db.raw(
    `select "orderNo", "totalQuantity"::int as pieces, total::int from "order" where "firmId" = $1 order by "orderNo"`,
    [member.firmId],
  )
  expect(rows.map(({ pieces: held, total }) => [held, total])).toEqual(Array.from({ length: pieces }, () => [1, price]))
  const numbers = rows.map(({ orderNo }) => Number(String(orderNo).slice(-4)))
  expect(numbers).toEqual(Array.from({ length: pieces }, (_, at) => at + 1))
})
