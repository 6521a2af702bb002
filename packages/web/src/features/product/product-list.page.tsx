import { currencyLabel } from '@kaimai/contract/common/money.ts'
import type { Product } from '@kaimai/contract/product/product.routes.ts'
import { useMediaQuery } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { IconCopy, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useSearchParams } from 'react-router'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { isCallError } from '../../lib/http/call-error.ts'
import { useShortcut } from '../../lib/keys/shortcuts.ts'
import { useList } from '../../lib/list/use-list.ts'
import { useMay } from '../../lib/session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { ColumnChoice, useHiddenColumns } from '../../ui/column-choice.tsx'
import { askToConfirm } from '../../ui/confirm.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import type { MenuItem } from '../../ui/dropdown-menu.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Figure, MoneyText, TwoLines } from '../../ui/figure.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { TagChip } from '../../ui/tag-chip.tsx'
import { toast } from '../../ui/toast.tsx'
import { SearchBox, Toolbar } from '../../ui/toolbar.tsx'
import { ProductDrawer } from './product-drawer.tsx'
import { NarrowPrice, ProductLine, StockText } from './product-line.tsx'
import { loadProducts, productKey, removeProduct } from './product.api.ts'

const icon = { size: 16, stroke: 1.75 } as const

export const ProductListPage = () => {
  const t = useText('product')
  const f = useFormat()
  const narrow = useMediaQuery('(max-width: 600px)', undefined, { getInitialValueInEffect: false })
  const mayWrite = useMay('stream', true)
  const queries = useQueryClient()
  const [params, setParams] = useSearchParams()
  const { hidden, toggle } = useHiddenColumns('product')
  const list = useList({ key: [...productKey, 'list'], load: loadProducts, sort: '-createdAt' })
  const { state, total } = list.table

  const withProduct = (product: string | undefined, copy?: string) => {
    const next = new URLSearchParams(params)
    for (const [name, value] of [
      ['product', product],
      ['copy', copy],
    ] as const) {
      if (value === undefined) next.delete(name)
      else next.set(name, value)
    }
    return next
  }
  const create = () => setParams(withProduct('new'))
  useShortcut({ keys: 'n', label: t('action.create'), run: () => mayWrite && create() })

  const remove = useMutation({
    mutationFn: ({ id }: Product) => removeProduct(id),
    meta: { ownErrors: true },
    onSuccess: async (_, { productName }) => {
      await queries.invalidateQueries({ queryKey: productKey })
      toast.good(t('done.removed', { name: productName }))
    },
    onError: (error) => {
      if (!isCallError(error) || !error.handled) toast.bad(error.message)
    },
  })
  const askToRemove = (product: Product) =>
    askToConfirm({
      title: t('remove.title'),
      text: t('remove.text', { name: product.productName }),
      ok: t('action.remove'),
      danger: true,
      // A refusal is final: the toast names the lives, and the question need not stay.
      run: () => remove.mutateAsync(product).catch(() => undefined),
    })

  const actions = (product: Product): MenuItem[] => [
    { label: t('action.edit'), icon: <IconPencil {...icon} />, to: `?${withProduct(product.id)}` },
    { label: t('action.copy'), icon: <IconCopy {...icon} />, to: `?${withProduct('new', product.id)}` },
    'line',
    {
      label: t('action.remove'),
      icon: <IconTrash {...icon} />,
      danger: true,
      run: () => void askToRemove(product),
    },
  ]

  const currency = list.rows[0]?.currency ?? 'TWD'
  const columns: Column<Product>[] = [
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
      width: 120,
      render: ({ keyword }) => (keyword === '' ? <Figure value={undefined} /> : <TagChip>{keyword}</TagChip>),
    },
    {
      key: 'price',
      title: t('column.price', { currency: `${currencyLabel(currency)}$` }),
      align: 'right',
      card: 'bare',
      sortable: true,
      width: 136,
      render: ({ price, originalPrice }) =>
        narrow ? (
          <NarrowPrice price={price} originalPrice={originalPrice} currency={currency} />
        ) : (
          <TwoLines
            sub={
              originalPrice !== null && originalPrice > price ? (
                <MoneyText value={f.amount(originalPrice)} struck />
              ) : undefined
            }
          >
            <MoneyText value={f.amount(price)} />
          </TwoLines>
        ),
    },
    {
      key: 'stock',
      title: t('column.stock'),
      align: 'right',
      card: 'fact',
      sortable: true,
      width: 104,
      render: ({ stock }) => <StockText stock={stock} />,
    },
    {
      key: 'sold',
      title: t('column.sold'),
      align: 'right',
      card: 'fact',
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
  ]

  const add = mayWrite && (
    <Button kind="primary" icon={<IconPlus {...icon} />} onClick={create} aria-haspopup="dialog">
      {t('action.create')}
    </Button>
  )
  const isEmpty = state === 'ready' && total === 0 && !list.narrowed
  const empty = list.narrowed ? (
    <EmptyState
      art="search"
      title={t('empty.none', { q: list.q })}
      text={t('empty.noneText')}
      action={<Button onClick={list.clear}>{t('empty.clear')}</Button>}
    />
  ) : (
    <EmptyState art="goods" title={t('empty.title')} text={t('empty.text')} action={add} />
  )
  const opened = params.get('product') ?? undefined

  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} actions={isEmpty ? undefined : add} />
      {!isEmpty && (
        <Toolbar end={<ColumnChoice columns={columns} hidden={hidden} toggle={toggle} />}>
          <SearchBox label={t('list.search')} value={list.q} onChange={list.setQ} />
        </Toolbar>
      )}
      <DataTable
        {...list.table}
        label={t('list.label')}
        columns={columns}
        hiddenColumns={hidden}
        rowId={({ id }) => id}
        rowName={({ productName }) => productName}
        rowTo={({ id }) => `?${withProduct(id)}`}
        {...(mayWrite ? { actions } : {})}
        empty={empty}
      />
      {opened !== undefined && (
        <ProductDrawer
          key={opened}
          id={opened === 'new' ? undefined : opened}
          copyOf={params.get('copy') ?? undefined}
          currency={currency}
          readOnly={!mayWrite}
          onClose={() => setParams(withProduct(undefined), { replace: true })}
        />
      )}
    </>
  )
}
