import type { Product } from '@kaimai/contract/product/product.routes.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { productsByIds } from '../product/product.api.ts'
import type { LiveFields } from './live-values.ts'

/** The products that a live names, as far as they are there. */
export const useKnownProducts = ({ productList, fakeTicket }: LiveFields) => {
  const [seen, setSeen] = useState<ReadonlyMap<string, Product>>(new Map())
  const ids = [...new Set([...productList, ...fakeTicket].map(({ productId }) => productId))]
  const missing = ids.filter((id) => !seen.has(id))
  const query = useQuery({ ...productsByIds(missing), placeholderData: keepPreviousData })
  const found = query.data
  const known = useMemo(
    () => new Map([...(found ?? []).map((each) => [each.id, each] as const), ...seen]),
    [found, seen],
  )
  return {
    known,
    /** What a picker has seen needs no asking. */
    onSeen: (more: ReadonlyMap<string, Product>) => setSeen(new Map([...seen, ...more])),
    /** Whether a product that is not known is gone, rather than on its way. */
    isReady: missing.length === 0 || (query.isSuccess && !query.isPlaceholderData),
  }
}
