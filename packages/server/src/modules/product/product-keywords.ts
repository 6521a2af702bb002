import { fail, type KaimaiError } from '@kaimai/contract/common/error.ts'
import { withValues } from '@kaimai/contract/common/error-text.ts'
import { productErrors } from '@kaimai/contract/product/product.errors.ts'
import { type Database, isUniqueViolation, type Tx } from '../../platform/db/database.ts'
import type { ProductKeywordStore } from './product-keyword.store.ts'

/** A product's own keyword and those of its variants, in the order of a form. */
export interface Worded {
  readonly keyword: string
  readonly variants: readonly { readonly keyword?: string | undefined }[]
}

export const keywordsOf = ({ keyword, variants }: Worded): string[] =>
  [keyword, ...variants.map((variant) => variant.keyword ?? '')].filter((word) => word !== '')

export const keywordRows = (productId: string, product: Worded) =>
  keywordsOf(product).map((keyword) => ({ productId, keyword }))

/** Runs a write of products; a keyword that another product has is refused at its field, with that product's name. */
export const createKeywordGuard = ({ db, store }: { db: Database; store: ProductKeywordStore }) => {
  const taken = async (firmId: string, productId: string | undefined, body: Worded): Promise<KaimaiError> => {
    const owners = await store.owners(firmId, keywordsOf(body))
    const fieldOf = (word: string) =>
      body.keyword === word
        ? 'keyword'
        : `variants.${body.variants.findIndex(({ keyword }) => keyword === word)}.keyword`
    for (const [word, owner] of owners) {
      if (owner.productId === productId) continue
      const reason = withValues(productErrors.keywordTaken, { product: owner.productName })
      return fail('conflict', { reason, fields: { [fieldOf(word)]: reason } })
    }
    return fail('conflict')
  }

  return async <T>(
    firmId: string,
    product: { readonly id: string | undefined; readonly body: Worded },
    write: (tx: Tx) => Promise<T>,
  ): Promise<T> => {
    try {
      return await db.transaction(write)
    } catch (error) {
      if (isUniqueViolation(error, 'productKeyword_pkey')) throw await taken(firmId, product.id, product.body)
      throw error
    }
  }
}
