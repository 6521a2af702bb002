import type { ScriptItem } from '@kaimai/contract/live/show.rules.ts'
import { roomLimits } from '@kaimai/contract/room/room.limits.ts'
import {
  IconBolt,
  IconCheck,
  IconEyeOff,
  IconHandFinger,
  IconMessage,
  IconPin,
  IconTicket,
  IconUsers,
} from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { Button } from '../../ui/button.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { controlRoomStatusAt } from './room-status.ts'
import { isSimulated, momentLabels } from './moment-labels.ts'
import { roomTime, timeUntil } from './person-style.ts'
import css from './programme.module.css'
import { cueOf, playedScript, rundownAt } from './rundown.ts'
import { Switch } from './switch.tsx'
import { useControlRoom, useControlRoomView } from './use-control-room.tsx'

const icons: Record<ScriptItem['kind'], typeof IconPin> = {
  comment: IconMessage,
  showProduct: IconPin,
  hideProduct: IconEyeOff,
  fakeTicket: IconTicket,
  callToAction: IconHandFinger,
  endCallToAction: IconEyeOff,
  audience: IconUsers,
}
const MomentIcon = ({ kind, size = 16 }: { kind: ScriptItem['kind']; size?: number }) => {
  const Icon = icons[kind]
  return <Icon size={size} stroke={1.75} aria-hidden="true" />
}

const maxMarks = 60

/** The script as it plays now, with what this page has asked for. */
export const usePlayed = () => {
  const { controlRoom } = useControlRoom()
  const { cues } = useControlRoomView()
  return useMemo(() => playedScript(controlRoom.script, cues), [controlRoom.script, cues])
}

/** What calling the next moment now, putting it off or leaving it out does. */
export const useCue = (nowMs: number) => {
  const { controlRoom, store } = useControlRoom()
  const t = useText('control-room')
  const sinceMs = nowMs - Date.parse(controlRoom.beginAt)
  return (item: ScriptItem, action: 'now' | 'delay' | 'skip') =>
    store.act({
      kind: 'cue',
      itemId: item.id,
      name: momentLabels(controlRoom, item, 1, t),
      action,
      cue: cueOf(controlRoom.script, item, action, sinceMs, roomLimits.cueLeadMs),
      productId: action === 'now' && item.kind === 'showProduct' ? item.productId : undefined,
    })
}

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
    () => played.filter(({ kind }) => kind === 'showProduct' || kind === 'callToAction').slice(0, maxMarks),
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
              data-next={item.id === rundown.next?.id}
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

const RundownPart = ({ nowMs }: { nowMs: number }) => {
  const t = useText('control-room')
  const { controlRoom, store } = useControlRoom()
  const { scriptOn, state } = useControlRoomView()
  const played = usePlayed()
  const sinceMs = nowMs - Date.parse(controlRoom.beginAt)
  const { last, next, later, left } = rundownAt(played, sinceMs)
  const isRunning = controlRoomStatusAt(controlRoom, nowMs) === 'live'
  const lookAtShow = () => store.look(null, 'show')
  return (
    <section className={css.rundown} data-off={!scriptOn} aria-label={t('rundown.title')} onFocus={lookAtShow}>
      <div className={css.section}>
        <h2>{t('rundown.title')}</h2>
        <span>{t('rundown.left', { count: left })}</span>
        <Switch
          label={t('rundown.auto')}
          on={scriptOn}
          disabled={!controlRoom.may.run || !isRunning}
          onChange={(on) => store.act({ kind: 'script', on })}
        />
      </div>
      {last !== undefined && (
        <div className={css.event} data-past="true">
          <time>{roomTime(last.atMs)}</time>
          <IconCheck {...icon16} />
          <span>{momentLabels(controlRoom, last, 1, t)}</span>
          <span className="caption">{isStill(last, state.room.shown) && t('rundown.shown')}</span>
        </div>
      )}
      {!scriptOn ? (
        <p className={css.still} role="status">
          {t('rundown.still')}
        </p>
      ) : (
        next !== undefined && (
          <NextCard item={next} sinceMs={sinceMs} nowMs={nowMs} mayRun={controlRoom.may.run && isRunning} />
        )
      )}
      {left === 0 && <p className="caption">{t(controlRoom.script.length === 0 ? 'rundown.none' : 'rundown.over')}</p>}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolled area must be reached by keys */}
      <ol tabIndex={0} aria-label={t('rundown.later')}>
        {later.map(({ key, first, count, atMs }) => (
          <li key={key} className={css.event}>
            <time>{timeUntil(atMs - Math.max(0, sinceMs))}</time>
            <MomentIcon kind={first.kind} />
            <span title={momentLabels(controlRoom, first, count, t)}>{momentLabels(controlRoom, first, count, t)}</span>
            {isSimulated(first) ? <span className={css.chip}>{t('simulated')}</span> : <span />}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Whether what happened last still stands on the screen. */
const isStill = (item: ScriptItem, shown: readonly string[]): boolean =>
  item.kind === 'callToAction' || (item.kind === 'showProduct' && shown.at(-1) === item.productId)

/** The ring is full at a minute. */
const ringMs = 60_000
const ringLength = 2 * Math.PI * 21

const NextCard = ({
  item,
  sinceMs,
  nowMs,
  mayRun,
}: {
  item: ScriptItem
  sinceMs: number
  nowMs: number
  mayRun: boolean
}) => {
  const t = useText('control-room')
  const { controlRoom } = useControlRoom()
  const cue = useCue(nowMs)
  const inMs = item.atMs - sinceMs
  const seconds = Math.max(0, Math.ceil(inMs / 1000))
  const isLong = seconds > 99
  return (
    <article className={css.cue} aria-label={t('rundown.next')}>
      <div className={css.what}>
        <div className={css.ring} role="img" aria-label={t('rundown.in', { time: roomTime(inMs) })}>
          <svg viewBox="0 0 48 48" aria-hidden="true">
            <circle cx="24" cy="24" r="21" />
            <circle
              cx="24"
              cy="24"
              r="21"
              strokeDasharray={ringLength}
              strokeDashoffset={ringLength * (1 - Math.min(1, Math.max(0, inMs) / ringMs))}
            />
          </svg>
          <span data-long={isLong}>
            {seconds >= 3600
              ? t('rundown.hours', { count: Math.ceil(seconds / 3600) })
              : isLong
                ? roomTime(inMs)
                : seconds}
          </span>
        </div>
        <p>
          <MomentIcon kind={item.kind} size={14} />
          {t('rundown.nextAt', { time: roomTime(item.atMs), what: t(`moment.kind.${item.kind}`) })}
        </p>
        <b>{momentLabels(controlRoom, item, 1, t)}</b>
      </div>
      {mayRun && (
        <div className={css.actions}>
          <button type="button" onClick={() => cue(item, 'now')}>
            <IconBolt {...icon16} />
            {t('rundown.now')} <kbd aria-hidden="true">N</kbd>
          </button>
          <button type="button" onClick={() => cue(item, 'delay')}>
            {t('rundown.delay')}
          </button>
          <button type="button" onClick={() => cue(item, 'skip')}>
            {t('rundown.skip')}
          </button>
        </div>
      )}
    </article>
  )
}

/** What one does when it is over. */
const AfterCard = () => {
  const t = useText('control-room')
  const { liveId, controlRoom } = useControlRoom()
  return (
    <section className={css.after}>
      <h2>{t(controlRoom.status === 'cancelled' ? 'after.cancelled' : 'after.title')}</h2>
      <p>{t('after.text')}</p>
      <div>
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
      <div>
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
