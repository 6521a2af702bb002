import type { Product } from '@kaimai/contract/product/product.routes.ts'
import { shelfStates } from '@kaimai/contract/product/stock.rules.ts'
import { useMediaQuery } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconCopy, IconEye, IconEyeOff, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useText } from '../../lib/i18n/use-text.tsx'
import { isCallError } from '../../lib/http/call-error.ts'
import { useList } from '../../lib/list/use-list.ts'
import { useOpened } from '../../lib/list/use-opened.ts'
import { paths } from '../../lib/paths/paths.ts'
import { useMay } from '../../lib/session/use-session.tsx'
import { askToConfirm } from '../../ui/confirm.tsx'
import type { MenuItem } from '../../ui/dropdown-menu.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { ImportNote } from '../../ui/import-note.tsx'
import { LoadedDrawer } from '../../ui/loaded-drawer.tsx'
import { ListPage } from '../../resource/list-page.tsx'
import { SheetMenu } from '../../resource/sheet-menu.tsx'
import { toast } from '../../ui/toast.tsx'
import { useProductColumns } from './product-columns.tsx'
import { loadProducts, productCounts, productKey, removeProduct, productShown } from './product.api.ts'
import { useBulkChange } from './use-bulk-change.ts'
import { useProductFiles } from './use-product-files.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import { drawerWidth, type ProductDrawerProps, ProductEditor } from './product-editor.tsx'

/** A product beside the list: made, changed, or read. */
const ProductDrawer = (props: ProductDrawerProps) => {
  const { id, copyOf, onClose } = props
  const t = useText('product')
  const wanted = id ?? copyOf
  const query = useQuery({ ...productShown(wanted ?? ''), enabled: wanted !== undefined, staleTime: 0, gcTime: 0 })
  if (wanted === undefined || query.data) return <ProductEditor {...props} product={query.data} />
  const title = t(id === undefined ? 'form.create' : 'form.edit')
  return (
    <LoadedDrawer query={query} title={() => title} loading={title} width={drawerWidth} fields={6} onClose={onClose}>
      {() => null}
    </LoadedDrawer>
  )
}

export const ProductListPage = () => {
  const t = useText('product')
  const narrow = useMediaQuery('(max-width: 600px)', undefined, { getInitialValueInEffect: false })
  const mayWrite = useMay('stream', true)
  const queries = useQueryClient()
  const product = useOpened('product', 'copy')
  const copyOf = useOpened('copy').opened
  const list = useList({
    key: [...productKey, 'list'],
    load: loadProducts,
    filters: { status: shelfStates },
    sort: '-createdAt',
  })
  const counts = useQuery(productCounts)
  const { importer, download, template } = useProductFiles(list.narrowing, mayWrite)
  // Rows may be chosen on several pages.
  const [seen, setSeen] = useState<ReadonlyMap<string, Product>>(new Map())
  if (list.rows.some((row) => seen.get(row.id) !== row))
    setSeen(new Map([...seen, ...list.rows.map((row) => [row.id, row] as const)]))
  const [bulk, setBulk] = useState<{ readonly chosen: readonly Product[]; readonly done: () => void }>()

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
  const sale = useBulkChange(({ chosen, offSale }: { chosen: readonly Product[]; offSale: boolean }) => ({
    ids: chosen.map(({ id }) => id),
    offSale,
  }))
  const askToRemove = (row: Product) =>
    askToConfirm({
      title: t('remove.title'),
      text: t('remove.text', { name: row.productName }),
      ok: t('action.remove'),
      danger: true,
      // This error is final: the toast names the lives, and the question need not stay.
      run: () => remove.mutateAsync(row).catch(() => undefined),
    })

  const actions = (row: Product): MenuItem[] => [
    { label: t('action.edit'), icon: <IconPencil {...icon16} />, to: product.to(row.id) },
    { label: t('action.copy'), icon: <IconCopy {...icon16} />, to: `${product.to('new')}&copy=${row.id}` },
    'line',
    { label: t('action.remove'), icon: <IconTrash {...icon16} />, danger: true, run: () => void askToRemove(row) },
  ]

  const currency = list.rows[0]?.currency ?? 'TWD'
  const columns = useProductColumns(currency, narrow)
  const isEmpty = list.table.state === 'ready' && list.total === 0 && !list.narrowed
  const elsewhere = [...seen.values()].filter(({ id }) => !list.rows.some((row) => row.id === id))

  return (
    <ListPage<Product>
      texts="product"
      lead={
        <>
          {t('lead')} <Link to={paths.salesPages()}>{t('action.salesPages')}</Link>
        </>
      }
      list={{ ...list, rows: [...list.rows, ...elsewhere] }}
      columns={columns}
      hidden={['perPersonLimit', 'returnException']}
      art="products"
      isEmpty={isEmpty}
      create={mayWrite ? { label: t('action.create'), run: () => product.open('new') } : undefined}
      buttons={
        <SheetMenu
          importer={mayWrite ? importer : undefined}
          title={t('import.title')}
          lead={t('import.lead')}
          isEmpty={isEmpty}
          onExport={download}
          onTemplate={template}
        />
      }
      notes={<ImportNote {...importer.note} />}
      tabs={{
        label: t('status.label'),
        tabs: list.tabsBy('status', shelfStates, (status) => t(`status.${status}`), counts.data),
      }}
      noneHere={t('empty.noneHere')}
      clear={t('empty.clear')}
      rowName={({ productName }) => productName}
      rowTo={({ id }) => product.to(id)}
      {...(mayWrite ? { actions } : {})}
      bulk={
        mayWrite
          ? {
              actions: (chosen, done) => [
                {
                  label: t('action.bulk'),
                  icon: <IconPencil {...icon16} />,
                  run: () => setBulk({ chosen, done }),
                },
                {
                  label: t('action.onSale'),
                  icon: <IconEye {...icon16} />,
                  run: () => sale.mutate({ chosen, offSale: false }, { onSuccess: done }),
                },
                {
                  label: t('action.offSale'),
                  icon: <IconEyeOff {...icon16} />,
                  run: () => sale.mutate({ chosen, offSale: true }, { onSuccess: done }),
                },
              ],
            }
          : undefined
      }
    >
      {bulk && (
        <BulkDialog
          products={bulk.chosen}
          onClose={() => setBulk(undefined)}
          onDone={() => {
            setBulk(undefined)
            bulk.done()
          }}
        />
      )}
      {product.opened !== undefined && (
        <ProductDrawer
          key={product.opened}
          id={product.opened === 'new' ? undefined : product.opened}
          copyOf={copyOf}
          currency={currency}
          readOnly={!mayWrite}
          onClose={product.close}
        />
      )}
    </ListPage>
  )
}
