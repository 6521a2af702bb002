import { currencyLabel } from '@kaimai/contract/common/money.ts'
import type { Dashboard, ProductFigures } from '@kaimai/contract/figure/figure.schema.ts'
import type { RowFigure } from '@kaimai/contract/figure/figure-rows.schema.ts'
import type { ReactNode } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { MoneyText } from '../../ui/figure.tsx'
import { HelpTip } from '../../ui/help-tip.tsx'
import { Thumb } from '../../ui/thumb.tsx'
import { type OpensRows, RowsButton } from './figure-rows.tsx'
import css from './figures.module.css'
import { useSpanText } from './use-span-text.ts'

/** Longer lists are for the export. */
const rowsShown = 50

interface FigureTableProps<T> {
  readonly title: string
  readonly formula: string
  readonly rows: readonly T[]
  readonly columns: readonly Column<T>[]
  readonly rowId: (row: T) => string
  readonly rowName: (row: T) => string
  readonly none: string
  readonly below?: ReactNode
}

const FigureTable = <T,>({ title, formula, rows, none, below, ...table }: FigureTableProps<T>) => (
  <section className={css.part}>
    <h3 className={css.title}>
      {title}
      <HelpTip text={formula} />
    </h3>
    <DataTable
      label={title}
      {...table}
      rows={rows.slice(0, rowsShown)}
      state="ready"
      empty={<p className="empty-line">{none}</p>}
      total={Math.min(rows.length, rowsShown)}
      page={1}
      pageSize={rowsShown}
      onPage={() => {}}
    />
    {below}
  </section>
)

/** What stands behind the numbers of a product. */
const figureOf: Partial<Record<string, RowFigure>> = {
  clicked: 'productClicked',
  carted: 'productCarted',
  plusOne: 'productPlusOne',
  pieces: 'payments',
  paid: 'payments',
  refunded: 'refunds',
}
/** The same of a partner's link. */
const figureOfLink: Partial<Record<string, RowFigure>> = {
  signedUp: 'associationSignups',
  joined: 'associationAttendees',
  payments: 'associationOrders',
  paid: 'associationOrders',
}

type OfLink = Dashboard['associationRecommendChartList'][number]
type CountOfProduct = 'shown' | 'clicked' | 'carted' | 'plusOne' | 'pieces' | 'paid' | 'refunded'

/** What each product did, what sold while it stood on the stage, and what each partner brought. */
export const FigureTables = ({ data, onRows }: { readonly data: Dashboard } & OpensRows) => {
  const t = useText('dashboard')
  const f = useFormat()
  const unit = `${currencyLabel(data.currency)}$`
  const nameOf = ({ productName }: { readonly productName: string }) => productName || t('figures.goneProduct')
  const inUnit = (amount: number) => f.money({ amount, currency: data.currency })
  const money = (amount: number) => <MoneyText value={f.amount(amount)} />
  const ofProduct = (key: CountOfProduct, row: ProductFigures, shown: ReactNode) => {
    const figure = figureOf[key]
    const value = key === 'paid' || key === 'refunded' ? inUnit(row[key]) : f.number(row[key])
    return (
      <RowsButton
        value={value}
        name={`${t(`figures.product.${key}`, { unit })} · ${nameOf(row)}`}
        onOpen={onRows && figure && row[key] !== 0 ? () => onRows(figure, { productId: row.productId }) : undefined}
      >
        {shown}
      </RowsButton>
    )
  }
  type Shown = Dashboard['showings'][number]
  const whenOf = useSpanText()
  const ofShowing = (key: 'orders' | 'paid', row: Shown, shown: ReactNode) => {
    const value = key === 'paid' ? inUnit(row.paid) : f.number(row.orders)
    const name = `${nameOf(row)} · ${whenOf(row)}`
    const of = { showing: `${row.fromSecond} ${row.productId}` }
    return (
      <RowsButton
        value={value}
        name={`${key === 'paid' ? t('figures.product.paid', { unit }) : t('figures.showing.payments')} · ${name}`}
        onOpen={onRows && row.orders > 0 ? () => onRows('payments', of, name) : undefined}
      >
        {shown}
      </RowsButton>
    )
  }
  const ofLink = (
    key: 'signedUp' | 'joined' | 'payments' | 'paid',
    row: OfLink,
    { title, shown }: { readonly title: string; readonly shown: ReactNode },
  ) => {
    const { association } = row
    const figure = figureOfLink[key]
    return (
      <RowsButton
        value={key === 'paid' ? inUnit(row.paid) : f.number(row[key])}
        name={`${title} · ${association}`}
        onOpen={onRows && figure && row[key] !== 0 ? () => onRows(figure, { association }, association) : undefined}
      >
        {shown}
      </RowsButton>
    )
  }
  const outside = t('figures.outside', {
    count: data.outsideShowings.orders,
    paid: inUnit(data.outsideShowings.paid),
  })
  const count = (
    key: Exclude<CountOfProduct, 'paid' | 'refunded'>,
    priority: 'always' | 'wide' = 'always',
  ): Column<ProductFigures> => ({
    key,
    title: t(`figures.product.${key}`),
    align: 'right',
    card: 'fact',
    width: 88,
    priority,
    render: (row) => ofProduct(key, row, f.number(row[key])),
  })
  const sum = (key: 'paid' | 'refunded'): Column<ProductFigures> => ({
    key,
    title: t(`figures.product.${key}`, { unit }),
    align: 'right',
    card: 'fact',
    width: 120,
    render: (row) => ofProduct(key, row, money(row[key])),
  })
  const products: Column<ProductFigures>[] = [
    {
      key: 'productName',
      title: t('figures.product.name'),
      card: 'main',
      render: (row) => (
        <span className="row-s">
          <Thumb src={row.imageUrl || undefined} width={32} height={32} />
          <span className="clip">{nameOf(row)}</span>
        </span>
      ),
    },
    count('shown', 'wide'),
    count('clicked', 'wide'),
    count('carted'),
    count('plusOne', 'wide'),
    count('pieces'),
    sum('paid'),
    sum('refunded'),
  ]
  return (
    <>
      <FigureTable
        title={t('figures.products')}
        formula={t('figures.formula.products')}
        rows={data.products}
        columns={products}
        rowId={({ productId }) => productId}
        rowName={nameOf}
        none={t('figures.none.products')}
        below={
          (data.otherSales.paid !== 0 || data.otherSales.refunded !== 0) && (
            <p className="caption">
              {t('figures.otherSales', {
                paid: inUnit(data.otherSales.paid),
                refunded: inUnit(data.otherSales.refunded),
              })}
            </p>
          )
        }
      />
      {data.live !== null && (
        <FigureTable
          title={t('figures.showings')}
          formula={t('figures.formula.showings')}
          rows={data.showings}
          columns={[
            { key: 'productName', title: t('figures.product.name'), card: 'main', render: nameOf },
            {
              key: 'fromSecond',
              title: t('figures.showing.when'),
              card: 'fact',
              width: 200,
              render: whenOf,
            },
            {
              key: 'orders',
              title: t('figures.showing.payments'),
              align: 'right',
              card: 'fact',
              width: 100,
              render: (row) => ofShowing('orders', row, f.number(row.orders)),
            },
            {
              key: 'paid',
              title: t('figures.product.paid', { unit }),
              align: 'right',
              card: 'fact',
              width: 120,
              render: (row) => ofShowing('paid', row, money(row.paid)),
            },
          ]}
          rowId={({ productId, fromSecond }) => `${productId} ${fromSecond}`}
          rowName={nameOf}
          none={t('figures.none.showings')}
          below={
            data.outsideShowings.orders > 0 && (
              <p className="caption">
                <RowsButton
                  value={outside}
                  name={t('figures.rows.title.payments')}
                  onOpen={onRows && (() => onRows('payments', { showing: 'none' }, t('figures.rows.outside')))}
                >
                  {outside}
                </RowsButton>
              </p>
            )
          }
        />
      )}
      {data.associationRecommendChartList.length > 0 && (
        <FigureTable
          title={t('figures.associations')}
          formula={t('figures.formula.associations')}
          rows={data.associationRecommendChartList}
          columns={[
            {
              key: 'association',
              title: t('figures.association.code'),
              card: 'main',
              render: ({ association }) => association,
            },
            ...(['signedUp', 'joined', 'payments'] as const).map((key) => ({
              key,
              title: t(`figures.association.${key}`),
              align: 'right' as const,
              card: 'fact' as const,
              width: 100,
              render: (row: OfLink) =>
                ofLink(key, row, { title: t(`figures.association.${key}`), shown: f.number(row[key]) }),
            })),
            {
              key: 'paid',
              title: t('figures.product.paid', { unit }),
              align: 'right',
              card: 'fact',
              width: 120,
              render: (row) =>
                ofLink('paid', row, { title: t('figures.product.paid', { unit }), shown: money(row.paid) }),
            },
          ]}
          rowId={({ association }) => association}
          rowName={({ association }) => association}
          none=""
        />
      )}
    </>
  )
}
