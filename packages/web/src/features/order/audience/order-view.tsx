import { formatPhone } from '@kaimai/contract/common/phone.ts'
import type { ShopperOrder } from '@kaimai/contract/order/order.schema.ts'
import { IconMessageCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { Tracking } from '../../../lib/audience/tracking-page.tsx'
import { useNow } from '../../../lib/audience/use-now.ts'
import { useViewerFormat } from '../../../lib/audience/use-viewer.ts'
import type { Format } from '../../../lib/i18n/format.ts'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { ActionLink } from '../../../ui/audience/action.tsx'
import { FirmMark } from '../../../ui/audience/firm-mark.tsx'
import { icon20 } from '../../../ui/icon-props.ts'
import { Amounts } from './amounts.tsx'
import { Messages } from './messages.tsx'
import { viewOf } from './order-view.ts'
import css from './order-page.module.css'
import { OrderState } from './order-state.tsx'
import { methodName } from './pay-choice.tsx'
import { Sessions } from './sessions.tsx'
import { Timeline } from './timeline-list.tsx'
import { useTrackPurchase } from './use-track-purchase.ts'

const Facts = ({ order, format }: { order: ShopperOrder; format: Format }) => {
  const t = useText('order')
  const { personal, deliveryType, deliveryText, invoiceClass, invoiceText, memo, firm } = order
  const isDelivered = deliveryType !== 'none'
  // A place is no thing that could be sent.
  const isPlace = order.source === 'signup' && !isDelivered
  const known = (group: string, value: string) => t(`${group}.${value}`)
  const rows = [
    [t(isDelivered ? 'facts.receiver' : 'facts.buyer'), `${personal.fullName}　${formatPhone(personal.phone)}`],
    [t('facts.email'), personal.email],
    ...(isPlace ? [] : [[t('facts.delivery'), known('delivery', deliveryType)]]),
    ...(deliveryText === '' ? [] : [[t(deliveryType === 'store' ? 'facts.store' : 'facts.address'), deliveryText]]),
    [t('facts.payment'), methodName(t, order.paymentMethod)],
    [t('facts.invoice'), [known('invoice', invoiceClass), invoiceText].filter((part) => part !== '').join(' ')],
    ...(memo === '' ? [] : [[t('facts.memo'), memo]]),
    [t('facts.placed'), format.dateTime(order.createdAt)],
  ]
  return (
    <section className={css.card} aria-labelledby="facts-title">
      <h2 id="facts-title">{t(isDelivered ? 'facts.heading' : 'facts.headingPlain')}</h2>
      <dl className={css.facts}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {/^https?:\/\//i.test(firm.contactLink) && (
        <ActionLink
          kind="quiet"
          away
          href={firm.contactLink}
          className={css.ask}
          icon={<IconMessageCircle {...icon20} />}
        >
          {t('facts.ask')}
        </ActionLink>
      )}
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
  pay: (method: string) => void
  isPaying: boolean
  trouble: string | undefined
}) => {
  useTrackPurchase(orderKey, order)
  const nowMs = useNow(order.now)
  const [openedMs] = useState(() => Date.parse(order.now))
  const format = useViewerFormat(nowMs)
  const view = viewOf(order, nowMs, openedMs)
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
            view={view}
            look={{ nowMs, format }}
            pay={pay}
            isPaying={isPaying}
            trouble={trouble}
          />
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
