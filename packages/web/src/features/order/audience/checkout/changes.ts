import type { Cart } from '@kaimai/contract/order/checkout.schema.ts'

/** What the buyer saw when the order was sent. Minor units. */
export interface Seen {
  readonly lines: Cart['lines']
  readonly deliveryFee: number
  readonly paymentFee: number
}

export type Change =
  | { readonly kind: 'price'; readonly name: string; readonly before: number; readonly now: number }
  | { readonly kind: 'quantity'; readonly name: string; readonly before: number; readonly now: number }
  | { readonly kind: 'gone'; readonly name: string }
  | { readonly kind: 'added'; readonly name: string; readonly now: number }
  | { readonly kind: 'deliveryFee' | 'paymentFee'; readonly before: number; readonly now: number }

type Line = Cart['lines'][number]

export const lineName = ({ productName, variantName }: Pick<Line, 'productName' | 'variantName'>): string =>
  variantName === '' ? productName : `${productName} ${variantName}`

/** What is different now, in the order in which one reads it. */
export const changesBetween = (before: Seen, now: Seen): readonly Change[] => {
  const changes: Change[] = []
  for (const line of before.lines) {
    const name = lineName(line)
    const same = now.lines.find(({ variantId }) => variantId === line.variantId)
    if (same === undefined) changes.push({ kind: 'gone', name })
    else {
      if (same.price !== line.price) changes.push({ kind: 'price', name, before: line.price, now: same.price })
      if (same.quantity !== line.quantity)
        changes.push({ kind: 'quantity', name, before: line.quantity, now: same.quantity })
    }
  }
  for (const line of now.lines) {
    if (!before.lines.some(({ variantId }) => variantId === line.variantId))
      changes.push({ kind: 'added', name: lineName(line), now: line.quantity })
  }
  for (const kind of ['deliveryFee', 'paymentFee'] as const) {
    if (before[kind] !== now[kind]) changes.push({ kind, before: before[kind], now: now[kind] })
  }
  return changes
}
