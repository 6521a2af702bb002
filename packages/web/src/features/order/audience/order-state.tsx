import type { ShopperOrder } from '@kaimai/contract/order/order.schema.ts'
import {
  IconAlertTriangle,
  IconCheck,
  IconClock,
  IconInfoCircle,
  IconPackage,
  IconReceiptRefund,
  IconTruckDelivery,
  IconWifiOff,
  IconX,
} from '@tabler/icons-react'
import { useIsOnline } from '../../../lib/audience/use-viewer.ts'
import type { Format } from '../../../lib/i18n/format.ts'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { ActionLink } from '../../../ui/audience/action.tsx'
import { CopyAction } from '../../../ui/audience/copy-action.tsx'
import { type MarkTone, StateMark } from '../../../ui/audience/state-mark.tsx'
import { icon16, icon20, icon24 } from '../../../ui/icon-props.ts'
import { mayPay, type OrderView } from './order-view.ts'
import css from './order-state.module.css'
import { PayChoice } from './pay-choice.tsx'

const marks: Readonly<Record<OrderView, readonly [MarkTone, typeof IconCheck]>> = {
  unpaid: ['wait', IconClock],
  checking: ['wait', IconClock],
  failed: ['bad', IconAlertTriangle],
  code: ['wait', IconClock],
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

const formatInteger = (account: string): string => account.replace(/(.{4})(?=.)/g, '$1 ')

const two = (value: number): string => String(value).padStart(2, '0')

/** m:ss, or h:mm:ss. */
const clockOf = (ms: number): string => {
  const all = Math.max(0, Math.ceil(ms / 1000))
  const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`
}

interface Look {
  readonly nowMs: number
  readonly format: Format
}

/** Where to transfer to: the bank's code and the account, one press to copy it. */
const PaymentCode = ({ order }: { order: ShopperOrder }) => {
  const t = useText('order')
  const code = order.paymentCode
  if (!code) return null
  return (
    <>
      <dl className={css.codes}>
        <div>
          <dt>{t('code.bank')}</dt>
          <dd>{code.bankCode}</dd>
        </div>
        <div>
          <dt>{t('code.account')}</dt>
          <dd>{formatInteger(code.account)}</dd>
        </div>
      </dl>
      {order.paymentMethod === 'sandbox' && (
        <p className={css.warn}>
          <IconAlertTriangle {...icon20} />
          {t('code.play')}
        </p>
      )}
      <p className={css.note}>
        <IconInfoCircle {...icon16} />
        {t('code.note')}
      </p>
      <CopyAction big text={code.account} label={t('code.copy')} done={t('code.copied')} />
    </>
  )
}

/** The biggest words of the page: how the order stands, and the one thing to do about it. */
export const OrderState = ({
  order,
  view,
  look: { nowMs, format },
  pay,
  isPaying,
  trouble,
}: {
  order: ShopperOrder
  view: OrderView
  look: Look
  pay: (method: string) => void
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
  const isHeld = heldUntil !== null && (mayPay(view) || view === 'checking')
  const entry = order.sessions.find(({ path, endAt }) => path !== '' && Date.parse(endAt) > nowMs)
  const hasOwnAction = mayPay(view) || view === 'code' || entry !== undefined
  return (
    <section className={css.card}>
      <div className={css.state}>
        <StateMark tone={tone} icon={<Icon {...icon24} />} />
        <div role="status">
          <h1>{t(`face.${view}.title`, values)}</h1>
          <p>{t(`face.${view}.lead`, values)}</p>
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
      {view === 'code' && <PaymentCode order={order} />}
      <div className={css.actions}>
        {mayPay(view) && (
          <PayChoice
            order={order}
            label={view === 'failed' ? 'action.again' : 'action.pay'}
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
      </div>
      <p className={css.trouble} role="alert">
        {trouble}
      </p>
    </section>
  )
}
