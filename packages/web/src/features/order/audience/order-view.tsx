import type { PaymentMethod } from '@kaimai/contract/gateway/payment-method.rules.ts'
import { formatPhone } from '@kaimai/contract/common/phone.ts'
import type { ShopperOrder } from '@kaimai/contract/order/order.schema.ts'
import { Tracking } from '../../../lib/audience/tracking-page.tsx'
import { useNow } from '../../../lib/audience/use-now.ts'
import { useViewerFormat } from '../../../lib/audience/use-viewer.ts'
import type { Format } from '../../../lib/i18n/format.ts'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { FirmMark } from '../../../ui/audience/firm-mark.tsx'
import { Amounts } from './amounts.tsx'
import { Messages } from './messages.tsx'
import { viewOf } from './order-view.ts'
import parts from './order-parts.module.css'
import css from './order-page.module.css'
import { OrderState } from './order-state.tsx'
import { Refunds } from './refunds.tsx'
import { Sessions } from './sessions.tsx'
import { Timeline } from './timeline-list.tsx'
import { useBackMs } from './use-back.ts'
import { useTrackPurchase } from './use-track-purchase.ts'

const Facts = ({ order, format }: { order: ShopperOrder; format: Format }) => {
  const t = useText('order')
  const { personal, deliveryType, deliveryText, invoiceClass, invoiceText, memo, firm } = order
  // Where it is picked up: as the merchant says, else where the merchant is.
  const aboutDelivery = order.deliveryNote || (deliveryType === 'self' ? firm.legalAddress : '')
  const isDelivered = deliveryType !== 'none'
  // A place is no thing that could be sent.
  const isPlace = order.source === 'signup' && !isDelivered
  const known = (group: string, value: string) => t(`${group}.${value}`)
  const rows = [
    [t(isDelivered ? 'facts.receiver' : 'facts.buyer'), `${personal.fullName}　${formatPhone(personal.phone)}`],
    [t('facts.email'), personal.email],
    ...(isPlace ? [] : [[t('facts.delivery'), known('delivery', deliveryType)]]),
    ...(deliveryText === '' ? [] : [[t(deliveryType === 'store' ? 'facts.store' : 'facts.address'), deliveryText]]),
    ...(aboutDelivery === '' || !isDelivered
      ? []
      : [[t(deliveryType === 'self' ? 'facts.pickUp' : 'facts.expected'), aboutDelivery]]),
    [t('facts.payment'), t(`method.${order.paymentMethod}`)],
    [t('facts.invoice'), [known('invoice', invoiceClass), invoiceText].filter((part) => part !== '').join(' ')],
    ...(memo === '' ? [] : [[t('facts.memo'), memo]]),
    [t('facts.placed'), format.dateTime(order.createdAt)],
  ]
  return (
    <section className={parts.card} aria-labelledby="facts-title">
      <h2 className={parts.heading} id="facts-title">
        {t(isDelivered ? 'facts.heading' : 'facts.headingPlain')}
      </h2>
      <dl className={css.facts}>
        {rows.map(([name, value]) => (
          <div className={parts.line} key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** An order that has come, as its shopper sees it. */
export const OrderView = ({
  order,
  orderKey,
  reload,
  pay,
  isPaying,
  trouble,
}: {
  order: ShopperOrder
  orderKey: string
  reload: () => Promise<unknown>
  pay: (method: PaymentMethod) => void
  isPaying: boolean
  trouble: string | undefined
}) => {
  useTrackPurchase(orderKey, order)
  const nowMs = useNow(order.now)
  const backMs = useBackMs(order)
  const format = useViewerFormat(nowMs)
  const view = viewOf(order, nowMs, backMs)
  return (
    <>
      <Tracking setup={order.tracking} place={{ page: 'order' }} />
      <p className={css.by}>
        <FirmMark name={order.firm.name} imgUrl={order.firm.imgUrl} />
        {order.firm.name}
      </p>
      <div className={css.cards}>
        <div className={css.side}>
          <OrderState
            order={order}
            orderKey={orderKey}
            reload={reload}
            view={view}
            look={{ nowMs, format }}
            pay={pay}
            isPaying={isPaying}
            trouble={trouble}
          />
          <Refunds order={order} orderKey={orderKey} format={format} reload={reload} />
          <Sessions order={order} nowMs={nowMs} format={format} />
          <Timeline order={order} view={view} nowMs={nowMs} format={format} />
        </div>
        <div className={css.side}>
          <Amounts order={order} format={format} />
          <Facts order={order} format={format} />
        </div>
        <div className={css.side}>
          <Messages order={order} orderKey={orderKey} format={format} onSent={reload} />
        </div>
      </div>
    </>
  )
}
