import type { ControlRoomFigures } from '@kaimai/contract/control-room/control-room.schema.ts'
import { clsx } from 'clsx'
import { Link } from 'react-router'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import type { ControlRoomState } from './control-room-state.ts'
import css from './figures.module.css'
import side from './side.module.css'
import { chartPath, revenueWindow } from './sparkline.ts'
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
          <dt>{t('figure.online')}</dt>
          <dd className={css.big}>{real === undefined ? dash : f.number(real + simulated)}</dd>
          {simulated > 0 && (
            <>
              <dd className={css.split} aria-hidden="true">
                <i style={{ flex: real ?? 0 }} />
                <i style={{ flex: simulated }} />
              </dd>
              <dd>
                {t('figure.real', { number: f.number(real ?? 0) })}
                <em>{t('figure.simulated', { number: f.number(simulated) })}</em>
              </dd>
            </>
          )}
          {figures !== undefined && figures.uncharged > 0 && (
            <dd title={t('figure.unchargedWhy')}>{t('figure.uncharged', { number: f.number(figures.uncharged) })}</dd>
          )}
        </div>
        <div>
          <dt>{t('figure.joins')}</dt>
          <dd className={css.big}>{figures === undefined ? dash : f.number(figures.joins)}</dd>
          {figures !== undefined && (
            <dd>
              <span className={figures.joinsLastMinute > 0 ? css.up : undefined}>
                +{f.number(figures.joinsLastMinute)}
              </span>{' '}
              {t('figure.lastMinute')}
            </dd>
          )}
        </div>
        <div>
          <dt>{t('figure.revenue')}</dt>
          <dd className={css.big}>{figures === undefined ? dash : money(figures.revenue)}</dd>
        </div>
        <div>
          <dt>{t('figure.orders')}</dt>
          <dd className={css.big}>
            {figures === undefined ? dash : f.number(figures.orders)}{' '}
            {figures !== undefined && figures.unpaid > 0 && (
              <small>{t('figure.unpaid', { number: f.number(figures.unpaid) })}</small>
            )}
          </dd>
        </div>
      </dl>
      {figures !== undefined && figures.revenueByMinute.length > 0 && <Chart figures={figures} nowMs={nowMs} />}
    </>
  )
}

const width = 320
const height = 44

const Chart = ({ figures, nowMs }: { figures: ControlRoomFigures; nowMs: number }) => {
  const t = useText('control-room')
  const f = useFormat()
  const { controlRoom } = useControlRoom()
  const beginMs = Date.parse(controlRoom.beginAt)
  const untilMinute = Math.max(0, Math.floor((Math.min(nowMs, Date.parse(controlRoom.endAt)) - beginMs) / 60_000))
  const { points, from, top } = revenueWindow(figures.revenueByMinute, untilMinute)
  const path = chartPath(
    points.map(({ amount }) => amount),
    width,
    height,
  )
  const timeOf = (minute: number) => f.time(beginMs + minute * 60_000)
  const words = t('figure.chart', {
    time: timeOf(top.minute),
    amount: f.money({ amount: top.amount, currency: controlRoom.currency }),
  })
  return (
    <div className={css.chart}>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={words}>
        <path d={`M0 ${height}L${path}L${width} ${height}Z`} className={css.fill} />
        <path d={`M${path}`} className={css.stroke} />
        <path d={`M0 ${height - 0.5}H${width}`} className={css.base} />
      </svg>
      <p>
        <span>{timeOf(from)}</span>
        <span>{words}</span>
        <span>{timeOf(untilMinute)}</span>
      </p>
    </div>
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
  const count = (figures?.orders ?? 0) + (figures?.unpaid ?? 0)
  const ago = (at: string): string => {
    const seconds = Math.max(0, Math.round((nowMs - Date.parse(at)) / 1000))
    const step = agoSteps.find(([below]) => seconds < below)
    return step === undefined ? f.near(at) : t(`ago.${step[1]}`, { count: Math.max(1, Math.floor(seconds / step[2])) })
  }
  return (
    <section className={clsx(side.part, side.orders)}>
      <div className={side.section}>
        <h2>{t('orders.title')}</h2>
        {count > 0 && <Link to={paths.manageOrders({ liveId })}>{t('orders.all', { count })}</Link>}
      </div>
      {count === 0 ? (
        <p className="caption">{t('orders.none')}</p>
      ) : (
        <ul className={css.feed}>
          {figures?.lastOrders.map(({ id, name, what, totalQuantity, total, isPaid, at }) => (
            <li key={id}>
              <span className={isPaid ? css.paid : css.unpaid}>{t(isPaid ? 'orders.paid' : 'orders.unpaid')}</span>
              <span className={css.what}>{t('orders.line', { name, what, count: totalQuantity })}</span>
              <b>{f.money({ amount: total, currency: controlRoom.currency })}</b>
              <time dateTime={at}>{ago(at)}</time>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
