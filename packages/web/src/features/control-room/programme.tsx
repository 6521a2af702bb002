import { type ReactNode, useMemo } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { Button } from '../../ui/button.tsx'
import { controlRoomStatusAt } from './room-status.ts'
import { roomTime } from './person-style.ts'
import css from './programme.module.css'
import { rundownAt } from './rundown.ts'
import { RundownPart, usePlayed } from './rundown-part.tsx'
import { useControlRoom } from './use-control-room.tsx'

const maxMarks = 60

export const Programme = ({ nowMs, screen }: { nowMs: number; screen: ReactNode }) => {
  const t = useText('control-room')
  const f = useFormat()
  const { controlRoom } = useControlRoom()
  const played = usePlayed()
  const status = controlRoomStatusAt(controlRoom, nowMs)
  const sinceMs = nowMs - Date.parse(controlRoom.beginAt)
  const wholeMs = controlRoom.videoMs ?? Date.parse(controlRoom.endAt) - Date.parse(controlRoom.beginAt)
  const leftMs = Date.parse(controlRoom.endAt) - nowMs
  const isLive = status === 'live'
  const share = Math.min(1, Math.max(0, sinceMs / wholeMs))
  const rundown = rundownAt(played, sinceMs)
  const marks = useMemo(
    () => played.played.filter(({ kind }) => kind === 'showProduct' || kind === 'callToAction').slice(0, maxMarks),
    [played],
  )
  return (
    <>
      {screen}
      <div>
        <div className={css.clock}>
          <b>{roomTime(isLive || status === 'ended' ? Math.min(Math.max(0, sinceMs), wholeMs) : sinceMs)}</b>
          {isLive && <span className={css.of}>/ {roomTime(wholeMs)}</span>}
          {isLive && (
            <span className={css.left}>
              {t('clock.left')} <b>{roomTime(leftMs)}</b>
              <span className={css.zone}>{t('clock.taipei', { time: f.timeOfSecond(nowMs) })}</span>
            </span>
          )}
          {(status === 'open' || status === 'scheduled') && (
            <span className={css.left}>{t('clock.begins', { time: f.near(controlRoom.beginAt) })}</span>
          )}
        </div>
        <div className={css.progress} role="img" aria-label={t('clock.progress', { share: f.percent(share, 0) })}>
          <i style={{ width: `${share * 100}%` }} />
          {marks.map((item) => (
            <u
              key={item.id}
              data-next={item.id === rundown.next?.key}
              style={{ left: `${Math.min(100, (item.atMs / wholeMs) * 100)}%` }}
            />
          ))}
          <b style={{ left: `${share * 100}%` }} />
        </div>
      </div>
      {status === 'ended' || status === 'cancelled' ? <AfterCard /> : status === 'draft' ? <DraftCard /> : null}
      {status !== 'ended' && status !== 'cancelled' && <RundownPart nowMs={nowMs} />}
    </>
  )
}

/** What one does when it is over. */
const AfterCard = () => {
  const t = useText('control-room')
  const { liveId, controlRoom } = useControlRoom()
  if (controlRoom.rehearsalOf !== null)
    return (
      <section className={css.after}>
        <h2>{t('rehearsal.over')}</h2>
        <p>{t('rehearsal.overText')}</p>
        <div className="wrap">
          <Button size="s" kind="primary" to={paths.streamingEdit({ liveId: controlRoom.rehearsalOf })}>
            {t('rehearsal.back')}
          </Button>
        </div>
      </section>
    )
  return (
    <section className={css.after}>
      <h2>{t(controlRoom.status === 'cancelled' ? 'after.cancelled' : 'after.title')}</h2>
      <p>{t('after.text')}</p>
      <div className="wrap">
        <Button size="s" kind="primary" to={paths.manageOrders({ liveId })}>
          {t('after.orders')}
        </Button>
        <Button size="s" to={paths.liveUsers({ liveId })}>
          {t('after.viewers')}
        </Button>
        {controlRoom.may.stock && (
          <Button
            size="s"
            to={paths.liveStreamEdit({ pageType: 'copy', platformType: controlRoom.platformType, liveId })}
          >
            {t('after.copy')}
          </Button>
        )}
      </div>
    </section>
  )
}

const DraftCard = () => {
  const t = useText('control-room')
  const { liveId, controlRoom } = useControlRoom()
  return (
    <section className={css.after}>
      <h2>{t('draft.title')}</h2>
      <p>{t('draft.text')}</p>
      <div className="wrap">
        <Button
          size="s"
          kind="primary"
          to={paths.liveStreamEdit({ pageType: 'edit', platformType: controlRoom.platformType, liveId })}
        >
          {t('draft.edit')}
        </Button>
      </div>
    </section>
  )
}
