import { type Currency, currencyLabel } from '@kaimai/contract/common/money.ts'
import type { Product } from '@kaimai/contract/product/product.routes.ts'
import { returnExceptionNames } from '@kaimai/contract/product/return-exception.ts'
import { useQuery } from '@tanstack/react-query'
import { useFormat, useLanguage, useText } from '../../lib/i18n/use-text.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Figure } from '../../ui/figure.tsx'
import { TagChip } from '../../ui/tag-chip.tsx'
import { ProductLine, ProductPrice, StockText } from './product-line.tsx'
import { productCounts, productDemand } from './product.api.ts'

/** The columns of the list; `narrow`: cards on a phone. */
export const useProductColumns = (currency: Currency, narrow: boolean): Column<Product>[] => {
  const t = useText('product')
  const f = useFormat()
  const language = useLanguage()
  const { data: counts } = useQuery(productCounts)
  // Nobody waits for what can be had.
  const { data: demand } = useQuery({ ...productDemand, enabled: (counts?.soldOut ?? 0) > 0 })
  return [
    {
      key: 'productName',
      title: t('column.product'),
      card: 'main',
      sortable: true,
      render: (product) => <ProductLine product={product} />,
    },
    {
      key: 'keyword',
      title: t('column.keyword'),
      card: 'bare',
      sortable: true,
      width: 120,
      render: ({ keyword }) => (keyword === '' ? <Figure value={undefined} /> : <TagChip>{keyword}</TagChip>),
    },
    {
      key: 'price',
      title: t('column.price', { currency: `${currencyLabel(currency)}$` }),
      align: 'right',
      card: 'bare',
      sortable: true,
      width: 160,
      render: (product) => <ProductPrice product={product} narrow={narrow} />,
    },
    {
      key: 'stock',
      title: t('column.stock'),
      align: 'right',
      card: 'fact',
      sortable: true,
      width: 104,
      render: (product) => <StockText product={product} waiting={demand?.get(product.id) ?? 0} />,
    },
    {
      key: 'sold',
      title: t('column.sold'),
      align: 'right',
      priority: 'wide',
      card: 'none',
      sortable: true,
      width: 96,
      render: ({ sold }) => <Figure value={sold === 0 ? undefined : f.number(sold)} />,
    },
    {
      key: 'createdAt',
      title: t('column.createdAt'),
      align: 'right',
      priority: 'wide',
      card: 'none',
      sortable: true,
      width: 144,
      render: ({ createdAt }) => <Figure value={f.near(createdAt)} />,
    },
    {
      key: 'perPersonLimit',
      title: t('column.perPersonLimit'),
      align: 'right',
      priority: 'wide',
      card: 'none',
      width: 96,
      render: ({ perPersonLimit }) => <Figure value={perPersonLimit === null ? undefined : f.number(perPersonLimit)} />,
    },
    {
      key: 'returnException',
      title: t('column.returnException'),
      priority: 'wide',
      card: 'none',
      width: 168,
      render: ({ returnException }) =>
        returnException === null ? <Figure value={undefined} /> : returnExceptionNames[returnException][language],
    },
  ]
}
