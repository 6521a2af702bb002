import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { roomCurves } from './control-room.api.ts'
import css from './figures.module.css'
import { chartPath, minuteWindow } from './sparkline.ts'
import { useControlRoom } from './use-control-room.tsx'

const width = 320
const height = 44
const curves = ['revenue', 'comments', 'viewers', 'hearts'] as const
type CurveKind = (typeof curves)[number]

/** What the server counts of a room minute by minute, and of its products. */
export const useRoomCurves = (isOpen: boolean) => {
  const { liveId, controlRoom } = useControlRoom()
  return useQuery(roomCurves(liveId, controlRoom.status !== 'draft', isOpen)).data
}

/** The last hour by minute: revenue, comments, viewers or hearts, with its highest point. */
export const CurveChart = ({
  revenueByMinute,
  nowMs,
  isOpen,
}: {
  readonly revenueByMinute: readonly { readonly minute: number; readonly amount: number }[]
  readonly nowMs: number
  readonly isOpen: boolean
}) => {
  const t = useText('control-room')
  const f = useFormat()
  const { controlRoom } = useControlRoom()
  const counted = useRoomCurves(isOpen)
  const [asked, setKind] = useState<CurveKind>()
  const kind = asked ?? (revenueByMinute.length > 0 ? 'revenue' : 'comments')
  const beginMs = Date.parse(controlRoom.beginAt)
  const untilMinute = Math.floor((Math.min(nowMs, Date.parse(controlRoom.endAt)) - beginMs) / 60_000)
  const list =
    kind === 'revenue'
      ? revenueByMinute
      : (counted?.[kind] ?? []).map(({ minute, count }) => ({ minute, amount: count }))
  const { points, from, top } = minuteWindow(list, untilMinute, { stays: kind === 'viewers' })
  const path = chartPath(
    points.map(({ amount }) => amount),
    width,
    height,
  )
  const timeOf = (minute: number) => f.time(beginMs + minute * 60_000)
  const amountOf = (amount: number) =>
    kind === 'revenue' ? f.money({ amount, currency: controlRoom.currency }) : f.number(amount)
  const words = t(`figure.chart.${kind}`, { time: timeOf(top.minute), amount: amountOf(top.amount) })
  return (
    <div className={css.chart}>
      <div className={css.kinds} role="group" aria-label={t('figure.chart.label')}>
        {curves.map((each) => (
          <button key={each} type="button" aria-pressed={each === kind} onClick={() => setKind(each)}>
            {t(`figure.chart.kind.${each}`)}
          </button>
        ))}
        {isOpen && <span>{t('figure.chart.now', { amount: amountOf(points.at(-1)?.amount ?? 0) })}</span>}
      </div>
      {kind === 'hearts' && counted !== undefined && (
        <p className={css.apart}>
          <span>{t('figure.chart.heartsTotal', { number: f.number(counted.heartsTotal) })}</span>
          {counted.simulatedHearts > 0 && (
            <em>{t('figure.chart.heartsSimulated', { number: f.number(counted.simulatedHearts) })}</em>
          )}
        </p>
      )}
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={words}>
        <path d={`M0 ${height}L${path}L${width} ${height}Z`} className={css.fill} />
        <path d={`M${path}`} className={css.stroke} />
        <path d={`M0 ${height - 0.5}H${width}`} className={css.base} />
      </svg>
      <p>
        <span>{timeOf(from)}</span>
        <span>{words}</span>
        <span>{timeOf(points.at(-1)?.minute ?? from)}</span>
      </p>
    </div>
  )
}
