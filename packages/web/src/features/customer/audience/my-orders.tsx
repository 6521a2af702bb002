import { IconChevronRight, IconShoppingBag } from '@tabler/icons-react'
import type { Profile } from '@kaimai/contract/customer/profile.schema.ts'
import { clsx } from 'clsx'
import { Picture } from '../../../lib/audience/picture.tsx'
import { useFormat, useText } from '../../../lib/i18n/use-text.tsx'
import { icon20 } from '../../../ui/icon-props.ts'
import css from './my-orders.module.css'

type Order = Profile['orders'][number]

const tones: Readonly<Record<Order['paymentState'], 'yellow' | 'green' | 'grey'>> = {
  pending: 'yellow',
  onDelivery: 'yellow',
  refundDue: 'yellow',
  paid: 'green',
  partlyRefunded: 'green',
  refunded: 'grey',
  expired: 'grey',
  cancelled: 'grey',
}

/** The viewer's orders, the newest first; each opens beside the room. */
export const MyOrders = ({ orders }: { readonly orders: readonly Order[] }) => {
  const t = useText('customer')
  const format = useFormat()
  return (
    <section className={css.orders}>
      <h3>{t('orders.title')}</h3>
      {orders.length === 0 && <p className={css.none}>{t('orders.empty')}</p>}
      <ul>
        {orders.map((order) => (
          <li key={order.orderNo}>
            <a className={css.order} href={order.path} target="_blank" rel="noopener">
              {order.firstImageUrl === '' ? (
                <span className={css.blank}>
                  <IconShoppingBag size={22} stroke={1.5} aria-hidden="true" />
                </span>
              ) : (
                <Picture src={order.firstImageUrl} alt="" sizes="56px" width={56} height={56} className={css.picture} />
              )}
              <span className={clsx('grow', css.words)}>
                <b>
                  <span className="clip">{order.firstProduct}</span>
                  {order.totalQuantity > 1 && <i>{t('orders.more', { count: order.totalQuantity })}</i>}
                </b>
                <small>
                  {format.day(order.createdAt)}・{order.orderNo}
                </small>
                <span className={css.facts}>
                  <em className={`soft-${tones[order.paymentState]}`}>{t(`payment.${order.paymentState}`)}</em>
                  {format.money({ amount: order.total, currency: order.currency })}
                </span>
              </span>
              <span className="sr-only">{t('orders.opens')}</span>
              <IconChevronRight {...icon20} className="icon-muted" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
