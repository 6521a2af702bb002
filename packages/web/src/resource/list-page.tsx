import { useMediaQuery } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { useText } from '../lib/i18n/use-text.tsx'
import { useShortcut } from '../lib/keys/shortcuts.ts'
import type { useList } from '../lib/list/use-list.ts'
import { BulkBar, type BulkBarProps } from '../ui/bulk-bar.tsx'
import { Button, SplitButton } from '../ui/button.tsx'
import { ColumnChoice, useHiddenColumns } from '../ui/column-choice.tsx'
import { type Column, DataTable, type DataTableProps } from '../ui/data-table.tsx'
import type { MenuItem } from '../ui/dropdown-menu.tsx'
import { type Art, EmptyState } from '../ui/empty-state.tsx'
import { icon16 } from '../ui/icon-props.ts'
import { type LinkTab, LinkTabs } from '../ui/link-tabs.tsx'
import { PageHeader, type PageHeaderProps } from '../ui/page-header.tsx'
import { SearchBox, Toolbar } from '../ui/toolbar.tsx'

type List<T> = Pick<ReturnType<typeof useList<T>>, 'q' | 'setQ' | 'narrowed' | 'clear' | 'rows' | 'total' | 'table'>

export interface ListPageProps<T extends { readonly id: string }>
  extends Pick<DataTableProps<T>, 'rowName' | 'rowTo' | 'onRow' | 'actions'> {
  /**
   * Namespace of the page's own words: `title`, `lead`, `list.label`, `list.search`, `empty.title`, `empty.text`. What all
   * lists say alike stands in the console's own texts.
   */
  readonly texts: string
  /** The way here, without the page itself. */
  readonly crumbs?: PageHeaderProps['crumbs']
  /** Instead of the text `lead`. */
  readonly lead?: ReactNode
  /** Its rows may be more than those of its table: what was chosen on another page then stays chosen. */
  readonly list: List<T>
  readonly columns: readonly Column<T>[]
  /** Columns that are hidden until somebody chooses; with it, the columns can be chosen. */
  readonly hidden?: readonly string[] | undefined
  /** The main action; also by the key N. `more`: its variants behind an arrow. */
  readonly create?:
    | {
        readonly label: string
        readonly run?: () => void
        readonly to?: string
        readonly more?: { readonly menuLabel: string; readonly items: readonly MenuItem[] }
      }
    | undefined
  /** Further buttons of the head: files. */
  readonly buttons?: ReactNode
  readonly tabs?: { readonly label: string; readonly tabs: readonly LinkTab[] } | undefined
  /** Filters beside the search. */
  readonly filters?: ReactNode
  /** Said above the list. */
  readonly notes?: ReactNode
  readonly searchHint?: string
  /** What a list that could not be loaded says above the reason. */
  readonly failed?: string
  readonly art: Art
  /** Nothing is there, however the list is narrowed: then there is nothing to search either. By default the list says so. */
  readonly isEmpty?: boolean
  /** What an empty list says that is narrowed; undefined: what all say. */
  readonly noneHere?: string | undefined
  /** Instead of all that an empty list says; undefined: as by default. */
  readonly empty?: ReactNode
  /** Label of what takes search and filters off. */
  readonly clear?: string
  /** What can be done with several rows; `of`: with which, by default with all. */
  readonly bulk?:
    | {
        readonly of?: (row: T) => boolean
        readonly actions: (rows: readonly T[], done: () => void) => BulkBarProps['actions']
      }
    | undefined
  /** Instead of the table, once there are rows. */
  readonly body?: ((chosen: readonly string[], choose: (ids: readonly string[]) => void) => ReactNode) | undefined
  /** What stands for the rows of such a body while they load. */
  readonly loading?: ReactNode
  /** Drawers and dialogs. */
  readonly children?: ReactNode
}

const CreateKey = ({ label, run, to }: NonNullable<ListPageProps<{ id: string }>['create']>) => {
  const navigate = useNavigate()
  useShortcut({ keys: 'n', label, run: () => (to === undefined ? run?.() : void navigate(to)) })
  return null
}

/** A page of the console that is a list: head, tabs, search, filters, table, what is chosen, and what an empty one says. */
export const ListPage = <T extends { readonly id: string }>(props: ListPageProps<T>) => {
  const { texts, list, columns, create, tabs, art, bulk, body } = props
  const t = useText(texts)
  const all = useText('app')
  const narrow = useMediaQuery('(max-width: 600px)', undefined, { getInitialValueInEffect: false })
  const { hidden, toggle } = useHiddenColumns(texts, props.hidden)
  const [selected, choose] = useState<readonly string[]>([])

  const isEmpty = props.isEmpty ?? (list.table.state === 'ready' && list.total === 0 && !list.narrowed)
  const chosen = list.rows.filter((row) => selected.includes(row.id) && bulk?.of?.(row) !== false)
  const elsewhere = chosen.filter((row) => !list.table.rows.includes(row)).map(({ id }) => id)
  const main = {
    children: create?.label,
    icon: <IconPlus {...icon16} />,
    ...(create?.to === undefined
      ? { onClick: () => create?.run?.(), 'aria-haspopup': 'dialog' as const }
      : { to: create.to }),
  }
  const add = create && (create.more ? <SplitButton {...main} {...create.more} /> : <Button {...main} kind="primary" />)
  const empty = isEmpty ? (
    <EmptyState art={art} title={t('empty.title')} text={t('empty.text')} action={add} />
  ) : (
    <EmptyState
      art="search"
      title={list.q === '' ? (props.noneHere ?? all('list.noneHere')) : all('list.none', { q: list.q })}
      text={all('list.noneText')}
      action={list.narrowed ? <Button onClick={list.clear}>{props.clear ?? all('list.clear')}</Button> : undefined}
    />
  )
  return (
    <>
      {create && <CreateKey {...create} />}
      <PageHeader
        title={t('title')}
        lead={props.lead ?? t('lead')}
        {...(props.crumbs ? { crumbs: props.crumbs } : {})}
        actions={
          props.buttons === undefined && (isEmpty || add === undefined) ? undefined : (
            <>
              {props.buttons}
              {!isEmpty && add}
            </>
          )
        }
      />
      {props.notes}
      {!isEmpty && (
        <>
          {tabs && <LinkTabs {...tabs} />}
          <Toolbar
            end={
              props.hidden === undefined || (narrow && body !== undefined) ? undefined : (
                <ColumnChoice columns={columns} hidden={hidden} toggle={toggle} />
              )
            }
          >
            <SearchBox
              label={t('list.search')}
              value={list.q}
              onChange={list.setQ}
              {...(props.searchHint === undefined ? {} : { placeholder: props.searchHint })}
            />
            {props.filters}
          </Toolbar>
        </>
      )}
      {props.loading !== undefined && list.table.state === 'loading' ? (
        props.loading
      ) : body !== undefined && list.rows.length > 0 ? (
        body(
          chosen.map(({ id }) => id),
          choose,
        )
      ) : (
        <DataTable<T>
          {...list.table}
          label={t('list.label')}
          columns={columns}
          hiddenColumns={hidden}
          rowId={({ id }) => id}
          rowName={props.rowName}
          {...(props.rowTo ? { rowTo: props.rowTo } : {})}
          {...(props.onRow ? { onRow: props.onRow } : {})}
          {...(props.actions ? { actions: props.actions } : {})}
          {...(bulk ? { selected, onSelect: (ids) => choose([...new Set([...elsewhere, ...ids])]) } : {})}
          {...(props.failed === undefined ? {} : { failure: { title: props.failed, text: list.table.failure?.title } })}
          empty={props.empty === undefined ? empty : props.empty}
        />
      )}
      {bulk && (
        <BulkBar count={chosen.length} onClear={() => choose([])} actions={bulk.actions(chosen, () => choose([]))} />
      )}
      {props.children}
    </>
  )
}
