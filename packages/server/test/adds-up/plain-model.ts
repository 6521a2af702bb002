// What an honest clerk would keep with pencil and paper: whole dollars, whole pieces. It shares no code with what it judges.

export type ModelState =
  | 'pending'
  | 'onDelivery'
  | 'paid'
  | 'partlyRefunded'
  | 'refunded'
  | 'expired'
  | 'cancelled'
  | 'refundDue'

export interface ModelLine {
  readonly variantId: string
  readonly price: number
  readonly quantity: number
  /** Its share of what was accepted short. */
  discount: number
  refunded: number
}
export interface ModelRefund {
  readonly id: string
  readonly amount: number
  readonly pieces: readonly { readonly place: number; readonly quantity: number }[]
  readonly fee: boolean
  readonly restock: boolean
  /** Of a second payment. */
  readonly extra: boolean
  /** Of money that came when its pieces were gone. */
  readonly late: boolean
  withdrawn: boolean
}
export interface ModelOrder {
  readonly id: string
  readonly lines: readonly ModelLine[]
  readonly deliveryFee: number
  state: ModelState
  discount: number
  /** Whether its pieces are not on sale. */
  keepsPieces: boolean
  /** What it was paid with; undefined: not yet. */
  paidWith: number | undefined
  readonly extras: number[]
  readonly refunds: ModelRefund[]
}
export type Choice =
  | { readonly kind: 'whole' }
  | { readonly kind: 'lines'; readonly wanted: readonly number[]; readonly fee: boolean }
  | { readonly kind: 'amount'; readonly amount: number }
export type PlannedRefund = Pick<ModelRefund, 'amount' | 'pieces' | 'fee'>

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0)
const goodsOf = ({ lines }: ModelOrder): number => sum(lines.map(({ price, quantity }) => price * quantity))

export const totalOf = (order: ModelOrder): number => goodsOf(order) + order.deliveryFee - order.discount

/** Given back, or on its way, of what the order was paid with. */
export const refundedOf = ({ refunds }: ModelOrder): number =>
  sum(refunds.filter(({ withdrawn, extra }) => !withdrawn && !extra).map(({ amount }) => amount))

const extraRefunded = ({ refunds }: ModelOrder): number =>
  sum(refunds.filter(({ withdrawn, extra }) => !withdrawn && extra).map(({ amount }) => amount))

/** Owed to the buyer and decided by nobody yet. */
export const openDebtOf = (order: ModelOrder): number =>
  sum(order.extras) - extraRefunded(order) + (order.state === 'refundDue' ? totalOf(order) - refundedOf(order) : 0)

export const receivedOf = ({ paidWith, extras }: ModelOrder): number => (paidWith ?? 0) + sum(extras)

/** Pieces that are not on sale, of one variant. */
export const piecesOf = ({ keepsPieces, lines }: ModelOrder, variantId: string): number =>
  keepsPieces
    ? sum(lines.filter((line) => line.variantId === variantId).map(({ quantity, refunded }) => quantity - refunded))
    : 0

/** Floor first, then a dollar each to the largest remainders, of equal ones to the earlier line. */
export const sharesOf = (amounts: readonly number[], discount: number): number[] => {
  const whole = sum(amounts)
  const shares = amounts.map((amount) => Math.floor((amount * discount) / whole))
  const remainders = amounts.map((amount, place) => ({ place, rest: (amount * discount) % whole }))
  remainders.sort((a, b) => b.rest - a.rest || a.place - b.place)
  const left = discount - sum(shares)
  for (const { place } of remainders.slice(0, left)) shares[place] = (shares[place] ?? 0) + 1
  return shares
}

/** Takes so many dollars less for all of it; false: its goods cost less than that. */
export const acceptShort = (order: ModelOrder, short: number): boolean => {
  const discount = order.discount + short
  if (discount > goodsOf(order)) return false
  order.discount = discount
  const shares = sharesOf(
    order.lines.map(({ price, quantity }) => price * quantity),
    discount,
  )
  for (const [place, line] of order.lines.entries()) line.discount = shares[place] ?? 0
  return true
}

/** Money for the order. `isFree`: whether the pieces of an order that has ended are on sale. */
export const pay = (order: ModelOrder, amount: number, isFree: boolean): void => {
  switch (order.state) {
    case 'pending':
    case 'onDelivery':
      order.state = 'paid'
      order.paidWith = amount
      return
    case 'expired':
    case 'cancelled':
      order.state = isFree ? 'paid' : 'refundDue'
      order.keepsPieces = isFree
      order.paidWith = amount
      return
    case 'paid':
    case 'partlyRefunded':
    case 'refunded':
    case 'refundDue':
      order.extras.push(amount)
  }
}

export const end = (order: ModelOrder, state: 'expired' | 'cancelled'): void => {
  order.state = state
  order.keepsPieces = false
}

/** Half up. */
const paidFor = ({ price, quantity, discount }: ModelLine, pieces: number): number => {
  const net = price * quantity - discount
  return Math.floor((2 * net * pieces + quantity) / (2 * quantity))
}

/** What a refund of the order's own payment gives back; undefined: it can't be made. */
export const plan = (order: ModelOrder, choice: Choice): PlannedRefund | undefined => {
  const rest = totalOf(order) - refundedOf(order)
  const isLate = order.state === 'refundDue'
  if (!['paid', 'partlyRefunded', 'refundDue'].includes(order.state) || rest <= 0) return undefined
  const feeLeft =
    order.deliveryFee > 0 && !order.refunds.some(({ fee, withdrawn, extra }) => fee && !withdrawn && !extra)
  const left = order.lines.map(({ quantity, refunded }) => quantity - refunded)
  const asPieces = (numbers: readonly number[]) =>
    numbers.map((quantity, place) => ({ place, quantity })).filter(({ quantity }) => quantity > 0)
  if (choice.kind === 'whole') {
    return isLate ? { amount: rest, pieces: [], fee: false } : { amount: rest, pieces: asPieces(left), fee: feeLeft }
  }
  if (isLate) return undefined
  if (choice.kind === 'amount')
    return choice.amount > rest ? undefined : { amount: choice.amount, pieces: [], fee: false }
  const wanted = order.lines.map((_, place) => choice.wanted[place] ?? 0)
  const fee = choice.fee && feeLeft
  if (wanted.some((quantity, place) => quantity > (left[place] ?? 0))) return undefined
  if (sum(wanted) === 0 && !fee) return undefined
  const isAll = fee === feeLeft && wanted.every((quantity, place) => quantity === left[place])
  const worth = order.lines.map((line, place) => {
    const next = line.refunded + (wanted[place] ?? 0)
    return paidFor(line, next) - paidFor(line, line.refunded)
  })
  const amount = isAll ? rest : Math.min(rest, sum(worth) + (fee ? order.deliveryFee : 0))
  return amount <= 0 ? undefined : { amount, pieces: asPieces(wanted), fee }
}

const stateAfterRefund = (order: ModelOrder): ModelState => {
  const refunded = refundedOf(order)
  return refunded >= totalOf(order) ? 'refunded' : refunded > 0 ? 'partlyRefunded' : 'paid'
}

const movePieces = ({ lines }: ModelOrder, { pieces }: ModelRefund, by: 1 | -1): void => {
  for (const { place, quantity } of pieces) {
    const line = lines[place]
    if (line) line.refunded += by * quantity
  }
}

/** Books a refund. What is not put back on sale is `gone`, by variant. */
export const refund = (order: ModelOrder, made: ModelRefund): void => {
  order.refunds.push(made)
  if (made.extra) return
  movePieces(order, made, 1)
  order.state = stateAfterRefund(order)
}

export const withdraw = (order: ModelOrder, taken: ModelRefund): void => {
  taken.withdrawn = true
  if (taken.extra) return
  movePieces(order, taken, -1)
  order.state = taken.late ? 'refundDue' : stateAfterRefund(order)
}

/** Pieces of one variant that came back and were not put on sale again. */
export const goneOf = ({ lines, refunds }: ModelOrder, variantId: string): number =>
  sum(
    refunds
      .filter(({ restock, withdrawn, extra }) => !restock && !withdrawn && !extra)
      .flatMap(({ pieces }) => pieces)
      .filter(({ place }) => lines[place]?.variantId === variantId)
      .map(({ quantity }) => quantity),
  )
