import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useReducer } from 'react'
import { useSchemaForm } from '../../lib/form/use-schema-form.ts'
import { isKnownError } from '../../lib/http/call-error.ts'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { newId } from '../../lib/ids/new-id.ts'
import { paths } from '../../lib/paths/paths.ts'
import { Button } from '../../ui/button.tsx'
import { askToConfirm } from '../../ui/confirm.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { DetailSection, DetailSections } from '../../ui/details.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LabelledTextarea } from '../../ui/field.tsx'
import { LoadedDrawer } from '../../ui/loaded-drawer.tsx'
import { productKey, productsByIds } from '../product/product.api.ts'
import css from './new-order.module.css'
import { NewOrderBuyer } from './new-order-buyer.tsx'
import {
  NewOrderForm,
  newOrderTotals,
  type NewOrderValues,
  type Pickable,
  startingOrder,
  variantsOf,
} from './new-order-draft.ts'
import { NewOrderLines } from './new-order-lines.tsx'
import { NewOrderWays } from './new-order-ways.tsx'
import { OrderSums } from './order-lines.tsx'
import { type CreatedOrder, createOrder, orderKey, orderWays, type OrderWays } from './order.api.ts'

const memoMax = 500

interface NewOrderProps {
  readonly onClose: () => void
  /** Opens an order beside the list. */
  readonly onShow: (orderId: string) => void
}

/** The staff places an order for a buyer who called or wrote. */
export const NewOrder = ({ onClose, onShow }: NewOrderProps) => {
  const t = useText('order')
  const ways = useQuery(orderWays)
  const [isDirty, setDirty] = useState(false)
  const [placed, setPlaced] = useState<CreatedOrder>()
  const close = async () => {
    // What was placed is kept.
    const leaves =
      placed !== undefined ||
      !isDirty ||
      (await askToConfirm({
        title: t('newOrder.leaveTitle'),
        text: t('newOrder.leaveText'),
        ok: t('newOrder.leave'),
        cancel: t('newOrder.stay'),
        danger: true,
      }))
    if (leaves) onClose()
  }
  return (
    <LoadedDrawer
      query={ways}
      title={() => t('newOrder.title')}
      loading={t('newOrder.title')}
      width={640}
      fields={6}
      onClose={() => void close()}
    >
      {(loaded) => {
        if (placed !== undefined) return <PlacedOrder order={placed} ways={loaded} onClose={onClose} onShow={onShow} />
        const initial = startingOrder(loaded)
        return initial === undefined ? (
          <EmptyState
            title={t('newOrder.noWays')}
            text={t('newOrder.noWaysText')}
            action={<Button to={paths.brandSetting()}>{t('newOrder.settings')}</Button>}
          />
        ) : (
          <OrderForm ways={loaded} initial={initial} onDirty={setDirty} onPlaced={setPlaced} />
        )
      }}
    </LoadedDrawer>
  )
}

interface OrderFormProps {
  readonly ways: OrderWays
  readonly initial: NewOrderValues
  readonly onDirty: (isDirty: boolean) => void
  readonly onPlaced: (order: CreatedOrder) => void
}

const OrderForm = ({ ways, initial, onDirty, onPlaced }: OrderFormProps) => {
  const t = useText('order')
  const f = useFormat()
  const queries = useQueryClient()
  const [nowMs, readClock] = useReducer(
    () => Date.now(),
    undefined,
    () => Date.now(),
  )
  const [picked, setPicked] = useState<ReadonlyMap<string, Pickable>>(new Map())
  /** A try whose answer was lost: the same order again is sent under the same key, and placed once. */
  const tried = useRef<{ readonly sent: string; readonly key: string }>(undefined)
  const productIds = [...new Set([...picked.values()].map(({ productId }) => productId))]
  const fresh = useQuery(productsByIds(productIds)).data ?? []
  const pickables = new Map([
    ...picked,
    ...fresh.flatMap((product) => variantsOf(product, nowMs).map((variant) => [variant.variantId, variant] as const)),
  ])
  const form = useSchemaForm({
    schema: NewOrderForm,
    initial,
    save: async (values) => {
      const body = { ...values, expectedTotal: newOrderTotals(values, ways, pickables).total }
      const sent = JSON.stringify(body)
      const key = tried.current?.sent === sent ? tried.current.key : newId()
      tried.current = { sent, key }
      try {
        onPlaced(await createOrder(body, key))
      } catch (error) {
        if (isKnownError(error)) {
          tried.current = undefined
          // Prices, pieces and ways may have changed: the form shows them as they are now.
          readClock()
          void queries.invalidateQueries({ queryKey: productKey })
          void queries.invalidateQueries({ queryKey: orderWays.queryKey })
        }
        throw error
      }
      void queries.invalidateQueries({ queryKey: orderKey })
      void queries.invalidateQueries({ queryKey: productKey })
    },
  })
  const { values, dirty, saving } = form
  useEffect(() => onDirty(dirty || saving), [dirty, saving, onDirty])
  const totals = newOrderTotals(values, ways, pickables)
  const pick = (pickable: Pickable) => {
    const { variantId, left } = pickable
    const before = values.lines.find((line) => line.variantId === variantId)
    setPicked(new Map([...picked, [variantId, pickable]]))
    form.set({
      lines: before
        ? values.lines.map((line) =>
            line === before ? { variantId, quantity: Math.min(before.quantity + 1, Math.max(left, 1)) } : line,
          )
        : [...values.lines, { variantId, quantity: 1 }],
    })
  }
  return (
    <DetailSections>
      <DetailSection title={t('newOrder.products')}>
        <NewOrderLines
          lines={values.lines}
          pickables={pickables}
          currency={ways.currency}
          nowMs={nowMs}
          error={form.errorBelow('lines')}
          onPick={pick}
          onChange={(lines) => form.set({ lines })}
        />
      </DetailSection>
      <DetailSection title={t('section.buyer')}>
        <NewOrderBuyer form={form} />
      </DetailSection>
      <form className="stack" onSubmit={(event) => void form.submit(event)} noValidate>
        <NewOrderWays form={form} ways={ways} subtotal={totals.subtotal} />
        <LabelledTextarea
          {...form.field('memo')}
          value={values.memo ?? ''}
          label={t('buyer.memo')}
          description={t('newOrder.memoHelp')}
          optional
          max={memoMax}
          rows={2}
        />
        <OrderSums order={{ ...totals, currency: ways.currency, refunded: 0 }} />
        {form.failure !== undefined && (
          <p className="soft-red banner" role="alert">
            {form.failure}
          </p>
        )}
        <Button type="submit" kind="primary" wide busy={saving}>
          {t('newOrder.place', { amount: f.money({ amount: totals.total, currency: ways.currency }) })}
        </Button>
      </form>
    </DetailSections>
  )
}

interface PlacedOrderProps extends NewOrderProps {
  readonly order: CreatedOrder
  readonly ways: Pick<OrderWays, 'isTest' | 'currency'>
}

/** The order stands: where its buyer pays. */
const PlacedOrder = ({ order, ways, onClose, onShow }: PlacedOrderProps) => {
  const t = useText('order')
  const f = useFormat()
  const { orderId, orderNo, total, path } = order
  const amount = f.money({ amount: total, currency: ways.currency })
  const done = useRef<HTMLHeadingElement>(null)
  // The form that was pressed is gone.
  useEffect(() => done.current?.focus(), [])
  return (
    <div className="stack">
      <h3 ref={done} tabIndex={-1} className={css.done}>
        {t('newOrder.done', { orderNo, amount })}
      </h3>
      <p className={css.note}>{t(ways.isTest ? 'newOrder.doneTest' : 'newOrder.doneText')}</p>
      <CopyField value={new URL(path, location.origin).href} label={t('newOrder.link')} />
      <div className={css.acts}>
        <Button kind="primary" onClick={() => onShow(orderId)}>
          {t('newOrder.show')}
        </Button>
        <Button onClick={onClose}>{t('newOrder.close')}</Button>
      </div>
    </div>
  )
}
