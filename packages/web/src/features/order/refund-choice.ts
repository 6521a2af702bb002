import { piecesLeft, type RefundableOrder, type RefundChoice } from '@kaimai/contract/refund/refund.rules.ts'

export type RefundKind = RefundChoice['kind']

/** What stands in the dialog. */
export interface RefundValues {
  readonly kind: RefundKind
  /** How many pieces of each line, by its place. */
  readonly pieces: Readonly<Record<number, number>>
  readonly deliveryFee: boolean
  readonly paymentFee: boolean
  /** In dollars, as typed. */
  readonly amount: number | undefined
  readonly restock: boolean
  readonly memo: string
}

export const startingValues: RefundValues = {
  kind: 'whole',
  pieces: {},
  deliveryFee: false,
  paymentFee: false,
  amount: undefined,
  restock: true,
  memo: '',
}

export const choiceOf = ({ kind, pieces, deliveryFee, paymentFee, amount }: RefundValues): RefundChoice => {
  switch (kind) {
    case 'whole':
      return { kind }
    case 'lines':
      return {
        kind,
        lines: Object.entries(pieces)
          .map(([place, quantity]) => ({ place: Number(place), quantity }))
          .filter(({ quantity }) => quantity > 0),
        deliveryFee,
        paymentFee,
      }
    case 'amount':
      // What can't be read is no money.
      return { kind, amount: Math.round((amount || 0) * 100) }
  }
}

/** Whether pieces go back at all, so that they can be put on sale again. */
export const hasPieces = (values: RefundValues, order: RefundableOrder): boolean =>
  values.kind === 'whole'
    ? order.lines.some((line) => piecesLeft(line) > 0)
    : values.kind === 'lines' && Object.values(values.pieces).some((quantity) => quantity > 0)
