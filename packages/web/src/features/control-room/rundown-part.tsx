import { requestedCue } from '@kaimai/contract/live/cue-request.rules.ts'
import { showAt } from '@kaimai/contract/live/show.rules.ts'
import { roomLimits } from '@kaimai/contract/room/room.limits.ts'
import {
  IconArrowBackUp,
  IconBolt,
  IconCheck,
  IconDots,
  type IconPin,
  IconPlayerTrackNext,
  IconClockPause,
} from '@tabler/icons-react'
import { clsx } from 'clsx'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { type Text, useText } from '../../lib/i18n/use-text.tsx'
import { DropdownMenu } from '../../ui/dropdown-menu.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { SwitchInput } from '../../ui/switch-input.tsx'
import { entryLabels, isSimulated, momentLabels } from './moment-labels.ts'
import { MomentIcon } from './moment-icon.tsx'
import { NextCard } from './next-card.tsx'
import { roomTime, timeUntil } from './person-style.ts'
import css from './programme.module.css'
import { controlRoomStatusAt } from './room-status.ts'
import { type MomentAction, playedShow, type RundownEntry, rundownAt } from './rundown.ts'
import { StandingCall } from './standing-call.tsx'
import { StandingGiveaway } from './standing-giveaway.tsx'
import { StandingPoll } from './standing-poll.tsx'
import { useControlRoom, useControlRoomView } from './use-control-room.tsx'
import { useControlRoomKey } from './use-shortcut-keys.ts'

/** The script as it plays now, with what this page has asked for. */
export const usePlayed = () => {
  const { controlRoom } = useControlRoom()
  const { cues } = useControlRoomView()
  return useMemo(() => playedShow(controlRoom.script, cues), [controlRoom.script, cues])
}

/** What calling a moment now, putting it off, leaving it out or bringing it back to plan does. */
const useMoment = (nowMs: number) => {
  const { controlRoom, store } = useControlRoom()
  const t = useText('control-room')
  const show = usePlayed()
  return ({ first, itemIds, may }: RundownEntry, action: MomentAction) => {
    const [itemId] = itemIds
    if (itemId === undefined || !may.includes(action)) return
    const name = momentLabels(controlRoom, first, itemIds.length, t)
    if (action === 'plan') {
      const ids = new Set([itemId, show.endOf.get(itemId)?.id])
      const cues = show.cues.filter((cue) => cue.kind !== 'off' && ids.has(cue.itemId))
      store.act({ kind: 'plan', itemId, name, cues })
      return
    }
    const sinceMs = nowMs - Date.parse(controlRoom.beginAt)
    const wanted = requestedCue(show, { itemIds, action, nowMs: sinceMs, leadMs: roomLimits.cueLeadMs })
    if (typeof wanted !== 'object') return
    const productId = action === 'now' && first.kind === 'showProduct' ? first.productId : undefined
    store.act({ kind: 'cue', itemIds, name, action, cue: wanted.cue, productId })
  }
}

const actionIcons: Record<MomentAction, typeof IconPin> = {
  now: IconBolt,
  delay: IconClockPause,
  skip: IconPlayerTrackNext,
  plan: IconArrowBackUp,
}
const actionKeys: Record<MomentAction, string> = { now: 'N', delay: 'D', skip: 'X', plan: 'P' }
const actionWords = (entry: RundownEntry, action: MomentAction, t: Text): string =>
  action === 'plan' ? t('rundown.plan', { time: roomTime(entry.plannedMs ?? 0) }) : t(`rundown.${action}`)

/** Arrow keys walk the menus of the lines; the keys of the chat's list are left alone meanwhile. */
const walk = (event: KeyboardEvent<HTMLElement>): void => {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  if (event.target instanceof Element && event.target.closest('[role="menu"]') !== null) return
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-moment]')]
  const at = buttons.findIndex((button) => button === document.activeElement)
  event.preventDefault()
  buttons[Math.min(buttons.length - 1, Math.max(0, at + (event.key === 'ArrowDown' ? 1 : -1)))]?.focus()
}

export const RundownPart = ({ nowMs }: { nowMs: number }) => {
  const t = useText('control-room')
  const { controlRoom, store } = useControlRoom()
  const { scriptOn, state } = useControlRoomView()
  const show = usePlayed()
  const act = useMoment(nowMs)
  const [focused, setFocused] = useState<string>()
  const sinceMs = nowMs - Date.parse(controlRoom.beginAt)
  const { last, next, later, left } = rundownAt(show, sinceMs)
  const status = controlRoomStatusAt(controlRoom, nowMs)
  const isRunning = status === 'live'
  const isRoomOpen = isRunning || status === 'open'
  const mayRun = controlRoom.may.run && isRunning && scriptOn
  const onKey = (action: MomentAction) => {
    const entry = later.find(({ key }) => key === focused) ?? next
    if (entry !== undefined && mayRun) act(entry, action)
  }
  useControlRoomKey('callNext', () => onKey('now'))
  useControlRoomKey('delayNext', () => onKey('delay'))
  useControlRoomKey('skipNext', () => onKey('skip'))
  useControlRoomKey('planNext', () => onKey('plan'))
  return (
    <section
      className={clsx('column', css.rundown)}
      data-off={!scriptOn}
      aria-label={t('rundown.title')}
      onFocus={() => store.look(null, 'show')}
    >
      <div className={clsx('row-s', css.section)}>
        <h2>{t('rundown.title')}</h2>
        <span className="caption">{t('rundown.left', { count: left })}</span>
        <label>
          {t('rundown.auto')}
          <SwitchInput
            checked={scriptOn}
            disabled={!controlRoom.may.run || !isRunning}
            onChange={(on) => store.act({ kind: 'script', on })}
          />
        </label>
      </div>
      <StandingCall isOpen={isRoomOpen} />
      <StandingPoll isOpen={isRoomOpen} sinceMs={sinceMs} />
      <StandingGiveaway isOpen={isRoomOpen} sinceMs={sinceMs} />
      {last !== undefined && (
        <div className={css.event} data-past="true">
          <time>{roomTime(last.atMs)}</time>
          <IconCheck {...icon16} />
          <span className="clip">{momentLabels(controlRoom, last, 1, t)}</span>
          <span className="caption">
            {last.kind === 'showProduct' && state.room.shown.at(-1) === last.productId && t('rundown.shown')}
          </span>
        </div>
      )}
      {!scriptOn ? (
        <p className={css.still} role="status">
          {t('rundown.still')}
        </p>
      ) : (
        next !== undefined && (
          <NextCard
            entry={next}
            sinceMs={sinceMs}
            mayRun={mayRun}
            planWords={actionWords(next, 'plan', t)}
            onAct={(action) => act(next, action)}
          />
        )
      )}
      {left === 0 && <p className="caption">{t(controlRoom.script.length === 0 ? 'rundown.none' : 'rundown.over')}</p>}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolled area must be reached by keys */}
      <ol tabIndex={0} aria-label={t('rundown.later')} onKeyDown={walk} onBlur={() => setFocused(undefined)}>
        {later.map((entry) => (
          <Line
            key={entry.key}
            entry={entry}
            sinceMs={sinceMs}
            fromCount={entry.toCount === undefined ? 0 : showAt(show.played, sinceMs).audience}
            mayRun={mayRun}
            onAct={(action) => act(entry, action)}
            onFocus={() => setFocused(entry.key)}
          />
        ))}
      </ol>
    </section>
  )
}

const Line = ({
  entry,
  sinceMs,
  fromCount,
  mayRun,
  onAct,
  onFocus,
}: {
  entry: RundownEntry
  sinceMs: number
  fromCount: number
  mayRun: boolean
  onAct: (action: MomentAction) => void
  onFocus: () => void
}) => {
  const t = useText('control-room')
  const { controlRoom } = useControlRoom()
  const { first, atMs, isOut, plannedMs, may } = entry
  const words = entryLabels(controlRoom, entry, t, fromCount)
  return (
    <li className={css.event} data-out={isOut} onFocus={onFocus}>
      <time>{timeUntil(atMs - Math.max(0, sinceMs))}</time>
      <MomentIcon kind={first.kind} />
      <span className="clip" title={words}>
        {words}
      </span>
      <span className={css.tail}>
        {isOut ? (
          <span className="caption">{t('rundown.out')}</span>
        ) : (
          plannedMs !== undefined && (
            <span className="caption">{t('rundown.moved', { time: roomTime(plannedMs) })}</span>
          )
        )}
        {isSimulated(first) && <span className={css.chip}>{t('simulated')}</span>}
        {mayRun && may.length === 0 && <span className={css.noMenu} />}
        {mayRun && may.length > 0 && (
          <DropdownMenu
            items={may.map((action) => {
              const Icon = actionIcons[action]
              return {
                label: actionWords(entry, action, t),
                icon: <Icon {...icon16} />,
                hint: actionKeys[action],
                run: () => onAct(action),
              }
            })}
            renderTrigger={(trigger) => (
              <button
                type="button"
                className={css.more}
                data-moment=""
                aria-label={t('rundown.menu', { name: words })}
                {...trigger}
              >
                <IconDots {...icon16} />
              </button>
            )}
          />
        )}
      </span>
    </li>
  )
}
