import type { ControlRoomFigures } from '@kaimai/contract/control-room/control-room.schema.ts'
import { clsx } from 'clsx'
import { Link } from 'react-router'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import type { ControlRoomState } from './control-room-model.ts'
import { CurveChart } from './curve-chart.tsx'
import css from './figures.module.css'
import side from './side.module.css'
import { useControlRoom, useControlRoomView } from './use-control-room.tsx'

const dash = '—'

/** The figures come by the socket while the room is open; afterwards nobody simulated is there. */
export const onlineNow = (
  viewers: ControlRoomState['viewers'],
  figures: ControlRoomFigures | undefined,
  isOpen: boolean,
): { readonly real: number | undefined; readonly simulated: number } => {
  if (!isOpen) return { real: figures?.online, simulated: 0 }
  return { real: viewers?.real ?? figures?.online, simulated: viewers?.simulated ?? figures?.simulated ?? 0 }
}

/** Who is here and what was sold; what is simulated is purple, and never in money. */
export const Figures = ({
  figures,
  nowMs,
  isOpen,
}: {
  figures: ControlRoomFigures | undefined
  nowMs: number
  isOpen: boolean
}) => {
  const t = useText('control-room')
  const f = useFormat()
  const { controlRoom } = useControlRoom()
  const { state } = useControlRoomView()
  const { real, simulated } = onlineNow(state.viewers, figures, isOpen)
  const money = (amount: number) => f.money({ amount, currency: controlRoom.currency })
  return (
    <>
      <dl className={css.figures}>
        <div>
          <dt className="caption">{t('figure.online')}</dt>
          <dd className={clsx('caption', css.big)}>{real === undefined ? dash : f.number(real + simulated)}</dd>
          {simulated > 0 && (
            <>
              <dd className={clsx('caption', css.split)} aria-hidden="true">
                <i style={{ flex: real ?? 0 }} />
                <i style={{ flex: simulated }} />
              </dd>
              <dd className="caption">
                {t('figure.real', { number: f.number(real ?? 0) })}
                <em>{t('figure.simulated', { number: f.number(simulated) })}</em>
              </dd>
            </>
          )}
          {figures !== undefined && figures.uncharged > 0 && (
            <dd className="caption" title={t('figure.unchargedWhy')}>
              {t('figure.uncharged', { number: f.number(figures.uncharged) })}
            </dd>
          )}
        </div>
        <div>
          <dt className="caption">{t('figure.joins')}</dt>
          <dd className={clsx('caption', css.big)}>{figures === undefined ? dash : f.number(figures.joins)}</dd>
          {figures !== undefined && (
            <dd className="caption">
              <span className={figures.joinsLastMinute > 0 ? css.up : undefined}>
                +{f.number(figures.joinsLastMinute)}
              </span>{' '}
              {t('figure.lastMinute')}
            </dd>
          )}
          {figures !== undefined && figures.peeks > 0 && (
            <dd className="caption" title={t('figure.peeksWhy')}>
              {t('figure.peeks', { number: f.number(figures.peeks) })}
            </dd>
          )}
        </div>
        <div>
          <dt className="caption">{t('figure.revenue')}</dt>
          <dd className={clsx('caption', css.big)}>{figures === undefined ? dash : money(figures.revenue)}</dd>
          {figures !== undefined && figures.test.orders > 0 && (
            <dd className="caption" title={t('figure.testWhy')}>
              {t('figure.test', { count: figures.test.orders, amount: money(figures.test.revenue) })}
            </dd>
          )}
        </div>
        <div>
          <dt className="caption">{t('figure.orders')}</dt>
          <dd className={clsx('caption', css.big)}>
            {figures === undefined ? dash : f.number(figures.orders)}{' '}
            {figures !== undefined && figures.unpaid > 0 && (
              <small>{t('figure.unpaid', { number: f.number(figures.unpaid) })}</small>
            )}
          </dd>
        </div>
      </dl>
      <CurveChart revenueByMinute={figures?.revenueByMinute ?? []} nowMs={nowMs} isOpen={isOpen} />
    </>
  )
}

const agoSteps = [
  [60, 'second', 1],
  [3600, 'minute', 60],
  [86_400, 'hour', 3600],
] as const

/** The newest orders, paid or not. */
export const LastOrders = ({ figures, nowMs }: { figures: ControlRoomFigures | undefined; nowMs: number }) => {
  const t = useText('control-room')
  const f = useFormat()
  const { controlRoom, liveId } = useControlRoom()
  const count = (figures?.orders ?? 0) + (figures?.test.orders ?? 0) + (figures?.unpaid ?? 0)
  const ago = (at: string): string => {
    const seconds = Math.max(0, Math.round((nowMs - Date.parse(at)) / 1000))
    const step = agoSteps.find(([below]) => seconds < below)
    return step === undefined ? f.near(at) : t(`ago.${step[1]}`, { count: Math.max(1, Math.floor(seconds / step[2])) })
  }
  return (
    <section className={clsx('column', side.part, side.orders)}>
      <div className={side.section}>
        <h2>{t('orders.title')}</h2>
        {count > 0 && <Link to={paths.manageOrders({ liveId })}>{t('orders.all', { count })}</Link>}
      </div>
      {count === 0 ? (
        <p className="caption">{t('orders.none')}</p>
      ) : (
        <ul className={css.feed}>
          {figures?.lastOrders.map(({ id, name, what, totalQuantity, total, isPaid, at }) => (
            <li className="row-s" key={id}>
              <span className={clsx(isPaid ? 'soft-green' : 'soft-grey', css.paid)}>
                {t(isPaid ? 'orders.paid' : 'orders.unpaid')}
              </span>
              <span className="clip grow">{t('orders.line', { name, what, count: totalQuantity })}</span>
              <b>{f.money({ amount: total, currency: controlRoom.currency })}</b>
              <time dateTime={at}>{ago(at)}</time>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
