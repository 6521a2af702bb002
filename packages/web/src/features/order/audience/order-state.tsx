import type { ShopperOrder } from '@kaimai/contract/order/order.schema.ts'
import type { PaymentMethod } from '@kaimai/contract/gateway/payment-method.rules.ts'
import {
  IconAlertTriangle,
  IconCheck,
  IconClock,
  IconPackage,
  IconReceiptRefund,
  IconTruckDelivery,
  IconWifiOff,
  IconX,
} from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useRef } from 'react'
import { useIsOnline } from '../../../lib/audience/use-viewer.ts'
import type { Format } from '../../../lib/i18n/format.ts'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { ActionLink } from '../../../ui/audience/action.tsx'
import { type MarkTone, StateMark } from '../../../ui/audience/state-mark.tsx'
import { icon20, icon24 } from '../../../ui/icon-props.ts'
import { type OrderView, payWay } from './order-view.ts'
import parts from './order-parts.module.css'
import css from './order-state.module.css'
import { GiveUp } from './give-up.tsx'
import { PaymentCodeView } from './payment-code-view.tsx'
import { PayChoice } from './pay-choice.tsx'
import { TransferReport } from './transfer-report.tsx'
import { clockOf } from './time-left.ts'

const marks: Readonly<Record<OrderView, readonly [MarkTone, typeof IconCheck]>> = {
  unpaid: ['wait', IconClock],
  checking: ['wait', IconClock],
  failed: ['bad', IconAlertTriangle],
  code: ['wait', IconClock],
  onDelivery: ['good', IconCheck],
  expired: ['calm', IconX],
  cancelled: ['calm', IconX],
  paid: ['good', IconCheck],
  shipped: ['good', IconTruckDelivery],
  delivered: ['good', IconPackage],
  completed: ['good', IconCheck],
  returned: ['calm', IconReceiptRefund],
  partlyRefunded: ['good', IconReceiptRefund],
  refunded: ['calm', IconReceiptRefund],
  refundDue: ['wait', IconReceiptRefund],
}

/** A code is paid at a counter, an account by a transfer. */
const titleOf = (view: OrderView, code: ShopperOrder['paymentCode']): string =>
  view === 'code' && (code?.kind === 'cvs' || code?.kind === 'barcode') ? 'face.code.titleStore' : `face.${view}.title`

interface Look {
  readonly nowMs: number
  readonly format: Format
}

/** The biggest words of the page: how the order stands, and the one thing to do about it. */
export const OrderState = ({
  order,
  orderKey,
  reload,
  view,
  look: { nowMs, format },
  pay,
  isPaying,
  trouble,
}: {
  order: ShopperOrder
  orderKey: string
  reload: () => Promise<unknown>
  view: OrderView
  look: Look
  pay: (method: PaymentMethod) => void
  isPaying: boolean
  trouble: string | undefined
}) => {
  const t = useText('order')
  const isOnline = useIsOnline()
  const { currency, total, heldUntil, paymentCode, roomPath, orderNo, source } = order
  const values = {
    amount: format.money({ amount: total, currency }),
    until: paymentCode ? format.dayTime(paymentCode.expiresAt) : '',
    orderNo,
    when: format.near(order.events.at(-1)?.at ?? order.createdAt),
  }
  const [tone, Icon] = marks[view]
  const way = payWay(view)
  const isHeld = heldUntil !== null && way !== undefined && view !== 'code'
  const title = useRef<HTMLHeadingElement>(null)
  const entry = order.sessions.find(({ path, endAt }) => path !== '' && Date.parse(endAt) > nowMs)
  // The order is refunded from the moment that it is decided; the money may still be on its way.
  const isOnItsWay = view === 'refunded' && order.refunds.some(({ state }) => state !== 'done')
  const isGivenBack = view === 'cancelled' && order.refunds.length > 0
  const hasOwnAction = way !== undefined || entry !== undefined
  const isTransfer = paymentCode?.kind === 'transfer'
  const isReported = view === 'code' && isTransfer && order.transferDigits !== ''
  const face = isOnItsWay ? 'refunding' : isGivenBack ? 'cancelledPaid' : isReported ? 'reported' : undefined
  return (
    <section className={parts.card}>
      <div className={css.state}>
        <StateMark tone={tone} icon={<Icon {...icon24} />} />
        <div role="status">
          <h1 ref={title} tabIndex={-1}>
            {t(face === undefined ? titleOf(view, paymentCode) : `face.${face}.title`, values)}
          </h1>
          <p>{t(`face.${face ?? view}.lead`, values)}</p>
        </div>
      </div>
      {isHeld && (
        <p className={css.warn}>
          <IconClock {...icon20} />
          <span>
            {t('held', { time: format.time(heldUntil) })}
            <b>{clockOf(Date.parse(heldUntil) - nowMs)}</b>
          </span>
        </p>
      )}
      {!isOnline && (
        <p className={css.warn} role="status">
          <IconWifiOff {...icon20} />
          {t('offline')}
        </p>
      )}
      {(view === 'failed' || view === 'unpaid') && <p className={css.text}>{t(`face.${view}.text`)}</p>}
      {view === 'code' && <PaymentCodeView order={order} />}
      <div className={clsx('stack-s', css.actions)}>
        {isTransfer && view === 'code' && <TransferReport order={order} orderKey={orderKey} reload={reload} />}
        {way !== undefined && (
          <PayChoice
            key={way}
            order={order}
            label={view === 'failed' ? 'action.again' : view === 'checking' ? 'action.still' : 'action.pay'}
            way={way}
            isFolded={view === 'code'}
            isPaying={isPaying}
            isOnline={isOnline}
            format={format}
            pay={pay}
          />
        )}
        {entry && (
          <ActionLink big href={entry.path}>
            {t('session.enter')}
          </ActionLink>
        )}
        {roomPath !== '' && (
          <ActionLink big kind={hasOwnAction ? 'quiet' : 'filled'} href={roomPath}>
            {t(`action.${source}`)}
          </ActionLink>
        )}
        {order.mayCancel && (
          <GiveUp
            order={order}
            orderKey={orderKey}
            onGone={async () => {
              await reload()
              // What was pressed is gone: reading goes on at how the order stands now.
              title.current?.focus()
            }}
          />
        )}
      </div>
      <p className={clsx(parts.error, css.trouble)} role="alert">
        {trouble}
      </p>
    </section>
  )
}
