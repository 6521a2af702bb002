import type { ReactNode } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { type Column, DataTable, type DataTableProps } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Toolbar } from '../../ui/toolbar.tsx'
import { AffiliatePages } from '../partner/affiliate-pages.api.tsx'

type Table = 'rows' | 'total' | 'page' | 'pageSize' | 'onPage' | 'state' | 'refreshing' | 'failure' | 'onRetry'

interface LedgerPageProps<T> extends Pick<DataTableProps<T>, 'rowName' | 'onRow' | 'actions'> {
  /** Texts of the page: `<page>.title`, `lead`, `empty`, `emptyText`. */
  readonly page: 'results' | 'list' | 'statement' | 'payout'
  readonly table: Pick<DataTableProps<T>, Table>
  readonly columns: readonly Column<T>[]
  readonly filters?: ReactNode
  readonly buttons?: ReactNode
  /** Drawers and dialogs. */
  readonly children?: ReactNode
}

/** A page of figures or of the ledger: what it is narrowed by, and its table. */
export const LedgerPage = <T extends { readonly id: string }>(props: LedgerPageProps<T>) => {
  const { page, table, columns, filters, buttons, children, ...rows } = props
  const t = useText('commission')
  const title = t(`${page}.title`)
  return (
    <>
      <PageHeader title={title} lead={t(`${page}.lead`)} actions={buttons} />
      <AffiliatePages />
      {filters !== undefined && <Toolbar>{filters}</Toolbar>}
      <DataTable<T>
        {...table}
        {...rows}
        label={title}
        columns={columns}
        rowId={({ id }) => id}
        empty={<EmptyState art="list" title={t(`${page}.empty`)} text={t(`${page}.emptyText`)} />}
      />
      {children}
    </>
  )
}
