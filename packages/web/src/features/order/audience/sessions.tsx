import type { ShopperOrder } from '@kaimai/contract/order/order.schema.ts'
import { IconBrandGoogle, IconCalendarDown, IconDoorEnter } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { googleCalendarUrl, icsOf } from '../../../lib/audience/calendar-links.ts'
import { useViewerZone } from '../../../lib/audience/use-viewer.ts'
import { homeZone } from '../../../lib/i18n/browser-time-zone.ts'
import type { Format } from '../../../lib/i18n/format.ts'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { ActionLink } from '../../../ui/audience/action.tsx'
import { icon20 } from '../../../ui/icon-props.ts'
import parts from './order-parts.module.css'
import css from './sessions.module.css'

type Session = ShopperOrder['sessions'][number]

/** A session of a paid sign-up: when, the way in, and into the calendar. */
const SessionRow = ({
  session,
  order,
  nowMs,
  format,
}: {
  session: Session
  order: ShopperOrder
  nowMs: number
  format: Format
}) => {
  const t = useText('order')
  const zone = useViewerZone()
  const { title, beginAt, endAt, path } = session
  const isOver = Date.parse(endAt) <= nowMs
  const appointment = {
    title: `${title}｜${order.firm.name}`,
    beginAtMs: Date.parse(beginAt),
    endAtMs: Date.parse(endAt),
    url: path === '' ? '' : new URL(path, location.origin).href,
    uid: `${order.id}.${beginAt}@kaimai`,
    nowMs,
  }
  return (
    <li>
      <b className={parts.name}>{title}</b>
      <p className="text-m">
        {format.dayTime(beginAt)}–{format.time(endAt)}
        {zone !== homeZone && ` (${format.zone(beginAt)})`}
      </p>
      {path !== '' && !isOver && (
        <div className={css.methods}>
          {order.sessions.length > 1 && (
            <ActionLink kind="quiet" href={path} icon={<IconDoorEnter {...icon20} />}>
              {t('session.enter')}
            </ActionLink>
          )}
          <ActionLink kind="quiet" away href={googleCalendarUrl(appointment)} icon={<IconBrandGoogle {...icon20} />}>
            {t('session.google')}
          </ActionLink>
          <ActionLink
            kind="quiet"
            href={`data:text/calendar;charset=utf-8,${encodeURIComponent(icsOf(appointment))}`}
            download={`${order.orderNo}.ics`}
            icon={<IconCalendarDown {...icon20} />}
          >
            {t('session.ics')}
          </ActionLink>
        </div>
      )}
      {path === '' && order.paymentState === 'paid' && (
        <p className={clsx('text-m', css.soon)} role="status">
          {t('session.soon')}
        </p>
      )}
    </li>
  )
}

/** What a paid sign-up holds. */
export const Sessions = ({ order, nowMs, format }: { order: ShopperOrder; nowMs: number; format: Format }) => {
  const t = useText('order')
  if (order.sessions.length === 0) return null
  return (
    <section className={parts.card} aria-labelledby="sessions-title">
      <h2 className={parts.heading} id="sessions-title">
        {t('session.title')}
      </h2>
      {order.paymentState === 'pending' && <p className={clsx('text-m', css.soon)}>{t('session.unpaid')}</p>}
      <ul className={css.list}>
        {order.sessions.map((session) => (
          <SessionRow
            key={session.beginAt + session.title}
            session={session}
            order={order}
            nowMs={nowMs}
            format={format}
          />
        ))}
      </ul>
    </section>
  )
}
