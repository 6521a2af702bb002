import { IconArrowBackUp, IconBolt } from '@tabler/icons-react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { momentLabels } from './moment-labels.ts'
import { roomTime } from './person-style.ts'
import css from './programme.module.css'
import type { MomentAction, RundownEntry } from './rundown.ts'
import { MomentIcon } from './moment-icon.tsx'
import { useControlRoom } from './use-control-room.tsx'

/** The ring is full at a minute. */
const ringMs = 60_000
const ringLength = 2 * Math.PI * 21

/** What comes next, in how many seconds, and what may be done to it. */
export const NextCard = ({
  entry,
  sinceMs,
  mayRun,
  planWords,
  onAct,
}: {
  entry: RundownEntry
  sinceMs: number
  mayRun: boolean
  planWords: string
  onAct: (action: MomentAction) => void
}) => {
  const t = useText('control-room')
  const { controlRoom } = useControlRoom()
  const { first: item, may } = entry
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
      {mayRun && may.includes('plan') && (
        <button type="button" className={css.plan} onClick={() => onAct('plan')}>
          <IconArrowBackUp {...icon16} />
          {planWords} <kbd aria-hidden="true">P</kbd>
        </button>
      )}
      {mayRun && (
        <div className={css.actions}>
          <button type="button" onClick={() => onAct('now')}>
            <IconBolt {...icon16} />
            {t('rundown.now')} <kbd aria-hidden="true">N</kbd>
          </button>
          <button type="button" onClick={() => onAct('delay')}>
            {t('rundown.delay')}
          </button>
          <button type="button" onClick={() => onAct('skip')}>
            {t('rundown.skip')}
          </button>
        </div>
      )}
    </article>
  )
}
