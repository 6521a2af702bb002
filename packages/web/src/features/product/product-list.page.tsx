import type { Product } from '@kaimai/contract/product/product.routes.ts'
import { shelfStates } from '@kaimai/contract/product/stock.rules.ts'
import { useMediaQuery } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconCopy, IconEye, IconEyeOff, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useText } from '../../lib/i18n/use-text.tsx'
import { isCallError } from '../../lib/http/call-error.ts'
import { useShortcut } from '../../lib/keys/shortcuts.ts'
import { useList } from '../../lib/list/use-list.ts'
import { paths } from '../../lib/paths/paths.ts'
import { useMay } from '../../lib/session/use-session.tsx'
import { BulkBar } from '../../ui/bulk-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { ColumnChoice, useHiddenColumns } from '../../ui/column-choice.tsx'
import { askToConfirm } from '../../ui/confirm.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import type { MenuItem } from '../../ui/dropdown-menu.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { ImportNote } from '../../ui/import-note.tsx'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { toast } from '../../ui/toast.tsx'
import { SearchBox, Toolbar } from '../../ui/toolbar.tsx'
import { useProductColumns } from './product-columns.tsx'
import { loadProducts, productCounts, productKey, removeProduct, productShown } from './product.api.ts'
import { ProductFiles, useProductFiles } from './product-files.tsx'
import { useBulkChange } from './use-bulk-change.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Drawer } from '../../ui/modal.tsx'
import { SkeletonForm } from '../../ui/skeleton.tsx'
import { drawerWidth, type ProductDrawerProps, ProductEditor } from './product-editor.tsx'

/** A product beside the list: made, changed, or read. */
const ProductDrawer = (props: ProductDrawerProps) => {
  const { id, copyOf, onClose } = props
  const t = useText('product')
  const wanted = id ?? copyOf
  const query = useQuery({ ...productShown(wanted ?? ''), enabled: wanted !== undefined, staleTime: 0, gcTime: 0 })
  if (wanted === undefined || query.data) return <ProductEditor {...props} product={query.data} />
  return (
    <Drawer open onClose={onClose} title={t(id === undefined ? 'form.create' : 'form.edit')} width={drawerWidth}>
      {query.isError ? (
        <ErrorState title={query.error.message} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonForm fields={6} />
      )}
    </Drawer>
  )
}

export const ProductListPage = () => {
  const t = useText('product')
  const narrow = useMediaQuery('(max-width: 600px)', undefined, { getInitialValueInEffect: false })
  const mayWrite = useMay('stream', true)
  const queries = useQueryClient()
  const [params, setParams] = useSearchParams()
  const { hidden, toggle } = useHiddenColumns('product', ['perPersonLimit', 'returnException'])
  const list = useList({
    key: [...productKey, 'list'],
    load: loadProducts,
    filters: { status: shelfStates },
    sort: '-createdAt',
  })
  const counts = useQuery(productCounts)
  const files = useProductFiles({ q: list.q, filters: list.filters, mayImport: mayWrite })
  const [selected, setSelected] = useState<readonly string[]>([])
  const [seen, setSeen] = useState<ReadonlyMap<string, Product>>(new Map())
  const [isBulk, setIsBulk] = useState(false)
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
  const sale = useBulkChange(
    (offSale: boolean) => ({ ids: [...selected], offSale }),
    () => setSelected([]),
  )
  const askToRemove = (product: Product) =>
    askToConfirm({
      title: t('remove.title'),
      text: t('remove.text', { name: product.productName }),
      ok: t('action.remove'),
      danger: true,
      // This error is final: the toast names the lives, and the question need not stay.
      run: () => remove.mutateAsync(product).catch(() => undefined),
    })

  const actions = (product: Product): MenuItem[] => [
    { label: t('action.edit'), icon: <IconPencil {...icon16} />, to: `?${withProduct(product.id)}` },
    { label: t('action.copy'), icon: <IconCopy {...icon16} />, to: `?${withProduct('new', product.id)}` },
    'line',
    {
      label: t('action.remove'),
      icon: <IconTrash {...icon16} />,
      danger: true,
      run: () => void askToRemove(product),
    },
  ]

  const currency = list.rows[0]?.currency ?? 'TWD'
  const columns = useProductColumns(currency, narrow)

  const add = mayWrite && (
    <Button kind="primary" icon={<IconPlus {...icon16} />} onClick={create} aria-haspopup="dialog">
      {t('action.create')}
    </Button>
  )
  // Rows may be chosen on several pages.
  const choose = (ids: readonly string[]) => {
    setSeen(new Map([...seen, ...list.rows.map((row) => [row.id, row] as const)]))
    const elsewhere = selected.filter((id) => !list.rows.some((row) => row.id === id))
    setSelected([...elsewhere, ...ids.filter((id) => !elsewhere.includes(id))])
  }
  const chosen = selected.flatMap((id) => list.rows.find((row) => row.id === id) ?? seen.get(id) ?? [])
  const tabs = (['', ...shelfStates] as const).map((status) => ({
    label: t(`status.${status === '' ? 'all' : status}`),
    to: list.linkTo({ status }),
    current: list.filters.status === status,
    count: counts.data?.[status === '' ? 'all' : status],
  }))
  const isEmpty = state === 'ready' && total === 0 && !list.narrowed
  const empty = list.narrowed ? (
    <EmptyState
      art="search"
      title={list.q === '' ? t('empty.noneHere') : t('empty.none', { q: list.q })}
      text={t('empty.noneText')}
      action={<Button onClick={list.clear}>{t('empty.clear')}</Button>}
    />
  ) : (
    <EmptyState art="products" title={t('empty.title')} text={t('empty.text')} action={add} />
  )
  const opened = params.get('product') ?? undefined

  return (
    <>
      <PageHeader
        title={t('title')}
        lead={
          <>
            {t('lead')} <Link to={paths.salesPages()}>{t('action.salesPages')}</Link>
          </>
        }
        actions={
          <>
            <ProductFiles files={files} mayImport={mayWrite} isEmpty={isEmpty} narrow={narrow} />
            {!isEmpty && add}
          </>
        }
      />
      <ImportNote {...files.importer.note} />
      {!isEmpty && (
        <>
          <LinkTabs label={t('status.label')} tabs={tabs} />
          <Toolbar end={<ColumnChoice columns={columns} hidden={hidden} toggle={toggle} />}>
            <SearchBox label={t('list.search')} value={list.q} onChange={list.setQ} />
          </Toolbar>
        </>
      )}
      <DataTable
        {...list.table}
        label={t('list.label')}
        columns={columns}
        hiddenColumns={hidden}
        rowId={({ id }) => id}
        rowName={({ productName }) => productName}
        rowTo={({ id }) => `?${withProduct(id)}`}
        {...(mayWrite
          ? { actions, selected: selected.filter((id) => list.rows.some((row) => row.id === id)), onSelect: choose }
          : {})}
        empty={empty}
      />
      <BulkBar
        count={selected.length}
        onClear={() => setSelected([])}
        actions={[
          { label: t('action.bulk'), icon: <IconPencil {...icon16} />, run: () => setIsBulk(true) },
          { label: t('action.onSale'), icon: <IconEye {...icon16} />, run: () => sale.mutate(false) },
          { label: t('action.offSale'), icon: <IconEyeOff {...icon16} />, run: () => sale.mutate(true) },
        ]}
      />
      {isBulk && (
        <BulkDialog
          products={chosen}
          onClose={() => setIsBulk(false)}
          onDone={() => {
            setIsBulk(false)
            setSelected([])
          }}
        />
      )}
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
