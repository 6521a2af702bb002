import { fail, type KaimaiError } from '@kaimai/contract/common/error.ts'
import { withValues } from '@kaimai/contract/common/error-text.ts'
import { orderErrors } from '@kaimai/contract/order/order.errors.ts'
import type { VariantRecord } from '../product/product.service.ts'

/** What a buyer is told who asks for more than there is, or than one may have. */

/** A product's name with its variant's, as people read it. */
export const namedVariant = ({ productName, variantName }: { productName: string; variantName: string }): string =>
  variantName === '' ? productName : `${productName} ${variantName}`

/** What to answer when fewer than asked are on sale. */
export const soldOut = (variant: { productName: string; variantName: string }, left: number): KaimaiError => {
  const product = namedVariant(variant)
  return fail('soldOut', {
    reason:
      left > 0
        ? withValues(orderErrors.leftOnly, { product, left })
        : withValues(orderErrors.soldOutNamed, { product }),
  })
}

/** `field`: of the call, where it names what is bought. */
export const limitReached = ({ productName }: { productName: string }, limit: number, field?: string): KaimaiError => {
  const reason = withValues(orderErrors.limitReached, { product: productName, limit })
  return fail('conflict', { reason, ...(field === undefined ? {} : { fields: { [field]: reason } }) })
}

/** `max`: pieces that one buyer may hold before paying. */
export const unpaidLimitReached = (
  variant: { productName: string; variantName: string },
  max: number,
  field = 'quantity',
): KaimaiError => {
  const reason = withValues(orderErrors.unpaidQuantity, { product: namedVariant(variant), max })
  return fail('conflict', { reason, fields: { [field]: reason } })
}

/** Pieces that somebody can have who holds some of them already; what was taken off sale nobody can have. */
export const availableTo = ({ left, removed }: Pick<VariantRecord, 'left' | 'removed'>, held: number): number =>
  removed ? 0 : left + held
