import type { LiveRow } from '@kaimai/contract/live/live.routes.ts'
import type { PaymentState } from '@kaimai/contract/order/order.machine.ts'
import type { OrderRow } from '@kaimai/contract/order/order.schema.ts'
import { IconChevronRight } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { icon14 } from '../../ui/icon-props.ts'
import { StatusChip } from '../../ui/status-chip.tsx'
import type { ChipColour } from '../../ui/tag-chip.tsx'
import { TimeText } from '../../ui/figure.tsx'
import { Thumb } from '../../ui/thumb.tsx'
import css from './dashboard-lists.module.css'

interface PanelProps {
  readonly title: string
  readonly more: string
  readonly to: string
  readonly children: ReactNode
}

const Panel = ({ title, more, to, children }: PanelProps) => {
  const id = useId()
  return (
    <section className={css.panel} aria-labelledby={id}>
      <header className={css.head}>
        <h2 id={id}>{title}</h2>
        <Link to={to} className={css.more}>
          {more}
          <IconChevronRight {...icon14} />
        </Link>
      </header>
      {children}
    </section>
  )
}

export const NextLives = ({ lives }: { lives: readonly LiveRow[] }) => {
  const t = useText('dashboard')
  const f = useFormat()
  return (
    <Panel title={t('next.title')} more={t('next.all')} to={paths.manageLiveStream()}>
      {lives.length === 0 ? (
        <p className={css.none}>{t('next.none')}</p>
      ) : (
        <ul>
          {lives.map(({ id, liveName, platformType, imageUrl, beginAt, status, signups }) => (
            <li key={id} className={css.row}>
              <Link to={paths.liveStreamEdit({ pageType: 'edit', platformType, liveId: id })} className={css.link}>
                <Thumb src={imageUrl} width={64} height={36} />
                <span className={clsx('grow', css.words)}>
                  <b className="clip">{liveName}</b>
                  <small className="clip caption">
                    <TimeText iso={beginAt}>{f.near(beginAt)}</TimeText>・{f.relative(beginAt)}
                    {status === 'open' && <em>・{t('status.open')}</em>}
                  </small>
                </span>
                <span className={css.end}>
                  <small className="caption">{t('next.signups', { count: signups })}</small>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

const colours: Readonly<Record<PaymentState, ChipColour>> = {
  pending: 'yellow',
  onDelivery: 'blue',
  paid: 'green',
  partlyRefunded: 'blue',
  refunded: 'grey',
  expired: 'grey',
  cancelled: 'grey',
  refundDue: 'yellow',
}

export const LatestOrders = ({ orders }: { orders: readonly OrderRow[] }) => {
  const t = useText('dashboard')
  const f = useFormat()
  const productsLabel = ({ firstProduct, totalQuantity }: OrderRow) =>
    totalQuantity > 1 ? t('orders.products', { name: firstProduct, count: totalQuantity }) : firstProduct
  return (
    <Panel title={t('orders.title')} more={t('orders.all')} to={paths.manageOrders()}>
      {orders.length === 0 ? (
        <p className={css.none}>{t('orders.none')}</p>
      ) : (
        <ul>
          {orders.map((order) => (
            <li key={order.id} className={css.row}>
              <Link to={paths.manageOrders({ order: order.id })} className={css.link}>
                <Thumb src={order.firstImageUrl} width={40} height={40} />
                <span className={clsx('grow', css.words)}>
                  <b className="clip">{productsLabel(order)}</b>
                  <small className="clip caption">
                    {order.fullName}・{f.relative(order.createdAt)}
                  </small>
                </span>
                <span className={css.end}>
                  <b>{f.money({ amount: order.total, currency: order.currency })}</b>
                  <StatusChip colour={colours[order.paymentState]}>{t(`payment.${order.paymentState}`)}</StatusChip>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
