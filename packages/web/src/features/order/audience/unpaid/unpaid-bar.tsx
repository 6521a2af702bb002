import { followPaymentStep } from '../../../../lib/audience/payment-step.ts'
import type { UnpaidQuery } from '@kaimai/contract/order/checkout.schema.ts'
import type { ShopperOrder } from '@kaimai/contract/order/order.schema.ts'
import { IconClock } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useCallback, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { deviceMemory } from '../../../../lib/audience/device-memory.ts'
import { useLatest } from '../../../../lib/audience/use-latest.ts'
import { useNow } from '../../../../lib/audience/use-now.ts'
import { browserClock } from '../../../../lib/clock/clock.ts'
import { useFormat, useText } from '../../../../lib/i18n/use-text.tsx'
import { withTexts } from '../../../../lib/i18n/with-texts.tsx'
import { Action, ActionLink } from '../../../../ui/audience/action.tsx'
import { icon20 } from '../../../../ui/icon-props.ts'
import { clockOf } from '../time-left.ts'
import { startPayment } from '../order-call.ts'
import { GiveUpSheet, unpaidTexts } from './give-up-sheet.tsx'
import { hasPlaced, placedEvent, unmarkPlaced } from './placed-mark.ts'
import css from './unpaid-bar.module.css'
import { readUnpaid, type Unpaid, type UnpaidOrder } from './unpaid-call.ts'

type OrderSource = ShopperOrder['source']

export interface UnpaidBarProps {
  /** As the checkout names the shop: the bar asks only where this browser has ordered. */
  readonly shopId: string
  readonly of: () => UnpaidQuery
  readonly source: OrderSource
  /** screen: a strip over a page that fills the screen. page: on top of a page that scrolls. */
  readonly on: 'screen' | 'page'
}

const keyOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** The unpaid orders of this browser: asked when the page opens, when one is placed, when somebody comes back to it. */
const useUnpaid = ({ shopId, of }: Pick<UnpaidBarProps, 'shopId' | 'of'>) => {
  const [unpaid, setUnpaid] = useState<Unpaid>()
  const latest = useLatest(of)
  const load = useCallback(async (): Promise<void> => {
    if (document.hidden || !hasPlaced(deviceMemory, shopId, browserClock.now())) return
    try {
      const found = await readUnpaid(latest.current())
      setUnpaid(found)
      if (found.orders.length === 0) unmarkPlaced(deviceMemory, shopId)
    } catch {
      // Without a line the bar stands as it was.
    }
  }, [shopId, latest])
  useEffect(() => {
    const look = () => void load()
    look()
    document.addEventListener('visibilitychange', look)
    addEventListener('pageshow', look)
    addEventListener(placedEvent, look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      removeEventListener('pageshow', look)
      removeEventListener(placedEvent, look)
    }
  }, [load])
  return { unpaid, load }
}

/** An order that waits for its payment: what is left of its time, pay it, or give it up. */
const OrderStrip = ({
  order,
  more,
  now,
  source,
  on,
  onGone,
}: {
  readonly order: UnpaidOrder
  /** How many others wait too. */
  readonly more: number
  readonly now: string
  readonly source: OrderSource
  readonly on: UnpaidBarProps['on']
  readonly onGone: () => void
}) => {
  const t = useText('unpaid')
  const format = useFormat()
  const nowMs = useNow(now)
  const [isAsking, setAsking] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const leftMs = Date.parse(order.heldUntil) - nowMs
  const isOver = leftMs <= 0
  const latest = useLatest(onGone)
  useEffect(() => {
    if (isOver) latest.current()
  }, [isOver, latest])
  if (isOver) return null
  const { orderNo, path, total, currency, hasCode, paymentMethod } = order
  const pay = async (): Promise<void> => {
    setLeaving(true)
    try {
      followPaymentStep(await startPayment(keyOf(path), { source, paymentMethod }, paymentMethod), path)
    } catch {
      // The order's own page says why, and has the other ways to pay.
      location.assign(path)
    }
  }
  const strip = (
    <>
      <aside className={clsx(css.strip, css[on])} data-unpaid aria-label={t('bar.label')}>
        <IconClock {...icon20} />
        <p className={css.words}>
          <b>
            {t('bar.title')}
            <span className={css.clock}>{t('bar.left', { time: clockOf(leftMs) })}</span>
          </b>
          <a href={path} className="clip">
            {t(more > 0 ? 'bar.orders' : 'bar.order', {
              orderNo,
              total: format.money({ amount: total, currency }),
              count: more,
            })}
          </a>
        </p>
        <Action kind="soft" className={css.give} onClick={() => setAsking(true)}>
          {t('bar.giveUp')}
        </Action>
        {hasCode ? (
          <ActionLink href={path} className={css.pay}>
            {t('bar.code')}
          </ActionLink>
        ) : (
          <Action className={css.pay} busy={isLeaving} onClick={() => void pay()}>
            {t('bar.pay')}
          </Action>
        )}
      </aside>
      {isAsking && (
        <GiveUpSheet
          orderNo={orderNo}
          orderKey={keyOf(path)}
          hasCode={hasCode}
          onClose={() => setAsking(false)}
          onGone={() => {
            setAsking(false)
            onGone()
          }}
        />
      )}
    </>
  )
  // What fills the screen is a container of its own, and begins below the strip.
  return on === 'screen' ? createPortal(strip, document.body) : strip
}

/** What this browser has ordered here and not paid yet. */
export const UnpaidBar = ({ shopId, of, source, on }: UnpaidBarProps) => {
  const { unpaid, load } = useUnpaid({ shopId, of })
  const [order, ...others] = unpaid?.orders ?? []
  if (!unpaid || !order) return null
  return (
    <OrderStrip
      key={order.orderNo}
      order={order}
      more={others.length}
      now={unpaid.now}
      source={source}
      on={on}
      onGone={() => void load()}
    />
  )
}

export const loadUnpaidBar = () => withTexts(unpaidTexts, UnpaidBar)
