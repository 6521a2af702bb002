import type { Product } from '@kaimai/contract/product/product.routes.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PickerModal } from '../../ui/picker.tsx'
import { Thumb } from '../../ui/thumb.tsx'
import { priceHere } from '../../lib/clock/price-here.ts'
import { productsFound } from './product.api.ts'

export interface ProductPickerProps {
  readonly open: boolean
  readonly onClose: () => void
  /** Ids chosen so far. */
  readonly chosen: readonly string[]
  /** One product, instead of several. */
  readonly one?: boolean
  /** The new choice, in the order of choosing, and what the picker has seen of the products. */
  readonly onChoose: (ids: readonly string[], seen: ReadonlyMap<string, Product>) => void
}

/** Chooses among the firm's products. */
export const ProductPicker = ({ open, onClose, chosen, one = false, onChoose }: ProductPickerProps) => {
  const t = useText('product')
  const f = useFormat()
  const [q, setQ] = useState('')
  const [seen, setSeen] = useState<ReadonlyMap<string, Product>>(new Map())
  const query = useQuery({ ...productsFound(q), enabled: open, placeholderData: keepPreviousData })
  const products = query.data?.items ?? []
  // A choice may be marked in one search and confirmed in another.
  if (products.some((product) => seen.get(product.id) !== product))
    setSeen(new Map([...seen, ...products.map((product) => [product.id, product] as const)]))
  const noteOf = (product: Product) => {
    const { keyword, currency, stock, offSale } = product
    return [
      ...(keyword === '' ? [] : [keyword]),
      f.money({ amount: priceHere(product).price, currency }),
      offSale ? t('status.offSale') : stock === 0 ? t('list.soldOut') : t('picker.stock', { count: stock }),
    ].join('・')
  }
  return (
    <PickerModal
      open={open}
      onClose={onClose}
      title={t('picker.title')}
      many={!one}
      search={q}
      onSearch={setQ}
      state={query.isPending ? 'loading' : query.data === undefined ? 'failed' : 'ready'}
      failure={{ title: query.error?.message ?? '' }}
      onRetry={() => void query.refetch()}
      items={products.map((product) => ({
        id: product.id,
        name: product.productName,
        note: noteOf(product),
        picture: <Thumb src={product.images[0]} width={48} height={48} />,
      }))}
      chosen={chosen}
      onChoose={(ids) => onChoose(ids, seen)}
      confirmLabel={(count) => t('picker.choose', { count })}
      empty={
        <EmptyState
          art={q === '' ? 'products' : 'search'}
          title={q === '' ? t('empty.title') : t('empty.none', { q })}
          text={q === '' ? t('picker.emptyText') : t('empty.noneText')}
          action={q === '' && <Button to={paths.manageProduct({ product: 'new' })}>{t('action.create')}</Button>}
        />
      }
    />
  )
}
