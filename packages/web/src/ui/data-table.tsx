import { Checkbox } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowDown, IconArrowUp, IconDots } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { DataTable as MantineDataTable, type DataTableColumn } from 'mantine-datatable'
import type { KeyboardEvent, ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { IconButton } from './button.tsx'
import css from './data-table.module.css'
import { DropdownMenu, type MenuItem } from './dropdown-menu.tsx'
import { ErrorState } from './error-state.tsx'
import { icon16 } from './icon-props.ts'
import { useLabels } from './labels.tsx'
import { Pager } from './pager.tsx'
import { SkeletonList } from './skeleton.tsx'

export interface Column<T> {
  /** The field's name, also what is sorted by. */
  readonly key: string
  readonly title: string
  readonly render: (row: T) => ReactNode
  readonly align?: 'left' | 'right'
  readonly sortable?: boolean
  /** `wide`: dropped below 1100 px. */
  readonly priority?: 'always' | 'wide'
  readonly width?: number | string
  /** In a phone's card: the head, a fact with its title, a fact alone (chip, date), or left out. */
  readonly card?: 'main' | 'fact' | 'bare' | 'none'
}

export interface TableFailure {
  readonly title: string
  readonly text?: string | undefined
}

export interface DataTableProps<T> {
  /** Accessible name of the list. */
  readonly label: string
  readonly columns: readonly Column<T>[]
  readonly rows: readonly T[]
  readonly rowId: (row: T) => string
  /** Names a row for its checkbox and menu. */
  readonly rowName: (row: T) => string
  /** Where a row leads; its main cell becomes the link. */
  readonly rowTo?: (row: T) => string
  /** Opens a row that has no page of its own. */
  readonly onRow?: (row: T) => void
  readonly actions?: (row: T) => readonly MenuItem[]
  readonly state: 'loading' | 'ready' | 'failed'
  /** Newer rows are on the way; the old ones stay, dimmed. */
  readonly refreshing?: boolean
  readonly failure?: TableFailure | undefined
  readonly onRetry?: () => void
  readonly empty: ReactNode
  readonly total: number
  readonly page: number
  readonly pageSize: number
  readonly onPage: (page: number) => void
  /** `name` or `-name`. */
  readonly sort?: string
  readonly onSort?: (sort: string) => void
  readonly selected?: readonly string[]
  readonly onSelect?: (ids: readonly string[]) => void
  readonly hiddenColumns?: readonly string[]
}

export const DataTable = <T,>(props: DataTableProps<T>) => {
  const narrow = useMediaQuery('(max-width: 600px)', undefined, { getInitialValueInEffect: false })
  const { state, rows, failure, onRetry, empty } = props
  if (state === 'loading') return <SkeletonList />
  if (state === 'failed') return <ErrorState title={failure?.title ?? ''} text={failure?.text} onRetry={onRetry} />
  if (rows.length === 0) return empty
  return (
    <div className={clsx(props.refreshing && css.refreshing)} aria-busy={props.refreshing || undefined}>
      {narrow ? <Cards {...props} /> : <Rows {...props} />}
      <Pager page={props.page} pageSize={props.pageSize} total={props.total} onPage={props.onPage} />
    </div>
  )
}

const visibleColumns = <T,>({ columns, hiddenColumns = [] }: DataTableProps<T>) =>
  columns.filter(({ key }) => !hiddenColumns.includes(key))

const Main = <T,>({ table, row, children }: { table: DataTableProps<T>; row: T; children: ReactNode }) => {
  const navigate = useNavigate()
  /** The key that an action of the row's menu shows does the same while the row has the focus. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.key.length !== 1) return
    const item = table
      .actions?.(row)
      .find((each) => each !== 'line' && each.hint?.toLowerCase() === event.key.toLowerCase())
    if (item === undefined || item === 'line' || item.disabled) return
    event.preventDefault()
    if (item.to === undefined) item.run?.()
    else void navigate(item.to)
  }
  if (table.rowTo) {
    return (
      <Link
        to={table.rowTo(row)}
        className={css.main}
        data-row-open
        onClick={(event) => event.stopPropagation()}
        onKeyDown={onKeyDown}
      >
        {children}
      </Link>
    )
  }
  const { onRow } = table
  if (!onRow) return children
  return (
    <button
      type="button"
      className={css.main}
      data-row-open
      onKeyDown={onKeyDown}
      style={{ width: '100%', textAlign: 'left' }}
      onClick={(event) => {
        event.stopPropagation()
        onRow(row)
      }}
    >
      {children}
    </button>
  )
}

const Actions = <T,>({ table, row }: { table: DataTableProps<T>; row: T }) => {
  const labels = useLabels()
  const items = table.actions?.(row) ?? []
  if (items.length === 0) return null
  return (
    <DropdownMenu
      items={items}
      renderTrigger={(trigger) => (
        <IconButton
          {...trigger}
          onClick={trigger.onClick}
          label={labels.pair(labels.more, table.rowName(row))}
          icon={<IconDots {...icon16} />}
        />
      )}
    />
  )
}

interface SortButtonProps<T> {
  readonly column: Column<T>
  readonly sort: string
  readonly onSort: ((sort: string) => void) | undefined
}

// Not the table's own sorting: that makes the header a button without a column's role, and speaks English only.
const SortButton = <T,>({ column: { key, title, align }, sort, onSort }: SortButtonProps<T>) => {
  const labels = useLabels()
  const isUp = sort === key
  const isDown = sort === `-${key}`
  const Icon = isUp ? IconArrowUp : IconArrowDown
  const icon = <Icon size={12} stroke={2} aria-hidden="true" />
  return (
    <button
      type="button"
      className={css.sort}
      data-sorted={isUp || isDown}
      onClick={() => onSort?.(isDown ? key : `-${key}`)}
    >
      {align === 'right' && icon}
      {title}
      {align !== 'right' && icon}
      {(isUp || isDown) && <span className="sr-only">{isUp ? labels.sortedUp : labels.sortedDown}</span>}
    </button>
  )
}

const toggled = (ids: readonly string[], id: string): string[] =>
  ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id]

const Rows = <T,>(props: DataTableProps<T>) => {
  const labels = useLabels()
  const navigate = useNavigate()
  const { rows, rowId, rowName, sort = '', onSort, selected = [], onSelect, rowTo, onRow } = props
  const opens = rowTo !== undefined || onRow !== undefined
  const columns: DataTableColumn<T>[] = visibleColumns(props).map((column) => ({
    accessor: column.key,
    title: column.sortable ? <SortButton column={column} sort={sort} onSort={onSort} /> : column.title,
    textAlign: column.align ?? 'left',
    ...(column.width === undefined ? {} : { width: column.width }),
    ...(column.priority === 'wide' ? { visibleMediaQuery: '(min-width: 1101px)' } : {}),
    render: (row) =>
      column.card === 'main' ? (
        <Main table={props} row={row}>
          {column.render(row)}
        </Main>
      ) : (
        column.render(row)
      ),
  }))
  if (props.actions) {
    columns.push({
      accessor: 'row-actions',
      title: <span className="sr-only">{labels.more}</span>,
      width: 48,
      textAlign: 'right',
      render: (row) => (
        // The menu's clicks are its own, not the row's.
        <span onClick={(event) => event.stopPropagation()} onKeyDown={(event) => event.stopPropagation()}>
          <Actions table={props} row={row} />
        </span>
      ),
    })
  }
  const selection = onSelect && {
    selectedRecords: rows.filter((row) => selected.includes(rowId(row))),
    onSelectedRecordsChange: (chosen: T[]) => onSelect(chosen.map(rowId)),
    allRecordsSelectionCheckboxProps: { 'aria-label': labels.selectAll },
    getRecordSelectionCheckboxProps: (row: T) => ({ 'aria-label': labels.selectRow(rowName(row)) }),
  }
  return (
    <MantineDataTable<T>
      classNames={{ root: clsx(css.root, opens && css.click) }}
      records={[...rows]}
      idAccessor={rowId}
      columns={columns}
      minHeight={0}
      // Its own stands in the table at all times, unseen but read out: an empty list has a page of its own here.
      emptyState={<></>}
      withTableBorder={false}
      aria-label={props.label}
      {...(opens
        ? {
            onRowClick: ({ record }: { record: T }) => {
              if (getSelection()?.toString()) return
              if (rowTo) void navigate(rowTo(record))
              else onRow?.(record)
            },
          }
        : {})}
      {...(selection || {})}
    />
  )
}

const Cards = <T,>(props: DataTableProps<T>) => {
  const labels = useLabels()
  const { rows, rowId, rowName, selected = [], onSelect } = props
  const columns = visibleColumns(props)
  const main = columns.find(({ card }) => card === 'main') ?? columns[0]
  const facts = columns.filter((column) => column !== main && column.card !== 'none' && column.card !== undefined)
  return (
    <ul className={css.cards} aria-label={props.label}>
      {rows.map((row) => {
        const id = rowId(row)
        return (
          <li key={id} data-selected={selected.includes(id)}>
            <div className={css.card}>
              <Main table={props} row={row}>
                {main?.render(row)}
              </Main>
            </div>
            <div className={css.act}>
              <Actions table={props} row={row} />
            </div>
            <div className={css.facts}>
              {onSelect && (
                <label className={css.pick}>
                  <Checkbox
                    checked={selected.includes(id)}
                    onChange={() => onSelect(toggled(selected, id))}
                    aria-label={labels.selectRow(rowName(row))}
                  />
                </label>
              )}
              {facts.map((column) => (
                <span key={column.key}>
                  {column.card === 'fact' && `${column.title} `}
                  {column.card === 'fact' ? <b>{column.render(row)}</b> : column.render(row)}
                </span>
              ))}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
