import type { LiveRow } from '@kaimai/contract/live/live.routes.ts'
import { IconEye } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { Button } from '../../ui/button.tsx'
import { CardContainer } from '../../ui/card-container.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { StatusChip } from '../../ui/status-chip.tsx'
import { Thumb } from '../../ui/thumb.tsx'
import { progressOf } from './agenda.ts'
import css from './live-card.module.css'
import { useEffect, useState } from 'react'

const everyMs = 1000

/** The time in epoch ms, a second at a time. */
const useNow = (): number => {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [])
  return nowMs
}

const roomPath = (streamId: string) => paths.streamAnonymous({ paramStreamId: streamId })

interface LiveCardProps {
  readonly live: LiveRow
  /** The one filled button of the page. */
  readonly main: boolean
  readonly onEnter: () => void
}

/** A live that runs or comes next, with the way into its room. */
export const LiveCard = ({ live, main, onEnter }: LiveCardProps) => {
  const t = useText('dashboard')
  const f = useFormat()
  const nowMs = useNow()
  const beginMs = Date.parse(live.beginAt)
  const runs = live.status === 'live'
  const wholeS = (Date.parse(live.endAt) - beginMs) / 1000
  const passedS = Math.min(wholeS, Math.max(0, (nowMs - beginMs) / 1000))
  return (
    <CardContainer className={css.card}>
      <article className={css.live} aria-label={live.liveName}>
        <Thumb src={live.imageUrl} width={112} height={63} />
        <div>
          <p className={clsx('wrap', css.state)}>
            <StatusChip live={runs} colour={live.status === 'open' ? 'yellow' : 'blue'}>
              {t(`status.${live.status}`)}
            </StatusChip>
            <span className="caption">
              {runs
                ? `${f.duration(passedS)} / ${f.duration(wholeS)}・${t('live.began', { when: f.near(beginMs) })}`
                : t('live.begins', { when: f.near(beginMs), wait: f.relative(beginMs) })}
            </span>
          </p>
          <h2 className={css.name}>{live.liveName}</h2>
        </div>
        <p className={css.figure}>
          <b>{f.number(runs ? live.online : live.signups)}</b>
          <span className="caption">{t(runs ? 'live.online' : 'live.signups')}</span>
        </p>
        {/* The link is the button's; a click on it counts as having looked. */}
        <span className={css.enter} onClick={onEnter}>
          <Button kind={main ? 'primary' : 'secondary'} href={roomPath(live.streamId)} icon={<IconEye {...icon16} />}>
            {t(runs ? 'live.enter' : 'live.preview')}
          </Button>
        </span>
      </article>
      {runs && (
        <div className={css.bar} aria-hidden="true">
          <i style={{ width: `${progressOf(live, nowMs) * 100}%` }} />
        </div>
      )}
    </CardContainer>
  )
}
