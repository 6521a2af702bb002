import {
  actFigures,
  type FigureRow,
  personFigures,
  type RowFigure,
  viewDaysKept,
} from '@kaimai/contract/figure/figure-rows.schema.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { fileDay, useSheetDownload } from '../../lib/sheet/download-sheet.ts'
import { ExportMenu } from '../../resource/export-menu.tsx'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TimeText } from '../../ui/figure.tsx'
import { Drawer } from '../../ui/modal.tsx'
import { figureRows, type FigureChoice, rowsExport, type RowsOf, rowsQueryOf } from './figures.api.ts'
import css from './figures.module.css'

/** Persons, acts of money, comments, or views. */
const kindOf = (figure: RowFigure): 'persons' | 'money' | 'comments' | 'views' => {
  if (figure === 'views' || figure === 'comments') return figure
  return actFigures.some((act) => act === figure) ? 'money' : 'persons'
}

const useColumns = (figure: RowFigure, minutes: number): Column<FigureRow>[] => {
  const t = useText('dashboard')
  const f = useFormat()
  const kind = kindOf(figure)
  const at: Column<FigureRow> = {
    key: 'at',
    title: t(kind === 'persons' ? 'figures.rows.signedUpAt' : 'figures.when'),
    width: 168,
    card: kind === 'views' ? 'main' : 'bare',
    render: (row) => <TimeText iso={row.at ?? undefined}>{row.at === null ? '' : f.dayTime(row.at)}</TimeText>,
  }
  const name: Column<FigureRow> = {
    key: 'name',
    title: t('figures.rows.name'),
    card: kind === 'persons' ? 'main' : 'bare',
    render: (row) => row.name || t('figures.rows.nobody'),
  }
  const association: Column<FigureRow> = {
    key: 'association',
    title: t('figures.association.code'),
    card: 'none',
    priority: 'wide',
    width: 120,
    render: (row) => row.association,
  }
  if (kind === 'comments')
    return [
      {
        key: 'comment',
        title: t('figures.rows.comment'),
        card: 'main',
        render: ({ comment }) => <span className={css.said}>{comment}</span>,
      },
      { ...name, width: 160 },
      at,
    ]
  if (kind === 'views')
    return [
      at,
      {
        key: 'page',
        title: t('figures.rows.page'),
        card: 'fact',
        render: ({ view }) => (view === null ? '' : t(`figures.rows.pages.${view.page}`)),
      },
      {
        key: 'depth',
        title: t('figures.rows.depth'),
        align: 'right',
        card: 'fact',
        width: 96,
        render: ({ view }) => (view === null || view.depth === null ? '' : f.percent(view.depth / 100, 0)),
      },
      {
        key: 'seconds',
        title: t('figures.rows.seconds'),
        align: 'right',
        card: 'fact',
        width: 96,
        render: ({ view }) => (view === null || view.seconds === null ? '' : f.duration(view.seconds)),
      },
    ]
  if (kind === 'money')
    return [
      { key: 'orderNo', title: t('figures.rows.orderNo'), card: 'main', width: 200, render: (row) => row.orderNo },
      name,
      at,
      {
        key: 'pieces',
        title: t('figures.product.pieces'),
        align: 'right',
        card: 'fact',
        width: 88,
        render: ({ pieces }) => (pieces === null ? '' : f.number(pieces)),
      },
      {
        key: 'amount',
        title: t('figures.rows.amount'),
        align: 'right',
        card: 'fact',
        width: 120,
        render: ({ amount, currency }) => (amount === null || currency === null ? '' : f.money({ amount, currency })),
      },
    ]
  return [
    name,
    at,
    {
      key: 'step',
      title: t('figures.rows.step'),
      card: 'fact',
      width: 160,
      render: ({ step }) => (step === null ? '' : t(`figures.step.${step}`, { minutes })),
    },
    association,
  ]
}

interface FigureRowsDrawerProps {
  readonly figure: RowFigure
  readonly of: RowsOf
  /** What they are narrowed to; empty: the figure says it. */
  readonly name: string
  readonly choice: FigureChoice
  readonly onClose: () => void
}

/** What a figure was counted from: a list, and a file. */
export const FigureRowsDrawer = ({ figure, of, name, choice, onClose }: FigureRowsDrawerProps) => {
  const t = useText('dashboard')
  const f = useFormat()
  const sheet = useSheetDownload()
  const list = useInfiniteQuery(figureRows(figure, choice, of))
  const columns = useColumns(figure, choice.stayed).filter(
    ({ key }) =>
      (key !== 'step' || !personFigures.some((each) => each === figure)) &&
      (key !== 'pieces' || of.productId !== undefined),
  )
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? []
  const [first] = list.data?.pages ?? []
  const figureName = t(`figures.rows.title.${figure}`, { minutes: choice.stayed })
  const title = name === '' ? figureName : `${figureName} · ${name}`
  const download = (format: 'xlsx' | 'csv') =>
    sheet.download({
      route: rowsExport,
      query: { ...rowsQueryOf(figure, choice, of), format, progress: '1' },
      name: `${title}-${fileDay()}`,
    })
  const isGone = first !== undefined && first.goneBefore !== null
  return (
    <Drawer
      open
      onClose={onClose}
      title={title}
      width={760}
      footer={
        rows.length > 0 ? (
          <ExportMenu label={t('figures.rows.download')} busy={sheet.busy} onExport={download} />
        ) : undefined
      }
    >
      {isGone ? (
        <EmptyState
          art="list"
          title={t('figures.rows.gone')}
          text={t('figures.rows.goneText', { count: viewDaysKept })}
        />
      ) : (
        <div className="stack">
          {first !== undefined && (
            <p className="caption">
              {t(kindOf(figure) === 'persons' ? 'figures.persons' : 'figures.rows.total', { count: first.total })}
            </p>
          )}
          <DataTable
            label={title}
            columns={columns}
            rows={rows}
            rowId={({ id }) => id}
            rowName={({ name, orderNo, id }) => orderNo || name || id}
            state={list.isPending ? 'loading' : list.isError && first === undefined ? 'failed' : 'ready'}
            failure={{ title: t('figures.rows.failed'), text: list.error?.message }}
            onRetry={() => void list.refetch()}
            empty={<EmptyState art="list" title={t('figures.rows.none')} text={t('figures.rows.noneText')} />}
            total={rows.length}
            page={1}
            pageSize={Math.max(1, rows.length)}
            onPage={() => {}}
          />
          {list.hasNextPage && (
            <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              {t('figures.rows.more', { shown: f.number(rows.length) })}
            </Button>
          )}
        </div>
      )}
    </Drawer>
  )
}
