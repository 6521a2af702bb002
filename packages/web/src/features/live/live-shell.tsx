import { IconAlertCircle, IconAlertTriangle, IconCheck, IconEye } from '@tabler/icons-react'
import type { LiveStatus } from '@kaimai/contract/live/live.rules.ts'
import { clsx } from 'clsx'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Button } from '../../ui/button.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { useLabels } from '../../ui/labels.tsx'
import { useScrollArea } from '../../ui/scroll-area.ts'
import css from './live-shell.module.css'
import { LiveStatusChip } from './live-status.tsx'
import type { TabId, TabState } from './live-tabs.ts'
import { roomPath } from './public-room.ts'

export interface ShellTab {
  readonly id: TabId
  readonly state: TabState
  /** How many things it holds. */
  readonly count?: number | undefined
}

interface LiveShellProps {
  readonly title: string
  readonly status: LiveStatus | undefined
  /** ISO; empty: none yet. */
  readonly beginAt: string
  readonly tabs: readonly ShellTab[]
  readonly current: TabId
  readonly linkTo: (tab: TabId) => string
  /** The room, once it is public. */
  readonly streamId: string | undefined
  /** Shows a draft as it would wait, as there is no room yet. */
  readonly onPreview: () => void
  /** Where the timeline puts import and export. */
  readonly onActionsPlace: (place: HTMLDivElement | null) => void
  readonly notice?: ReactNode
  /** The save bar. */
  readonly footer: ReactNode
  readonly children: ReactNode
}

const Mark = ({ state }: { state: TabState }) => {
  const labels = useLabels()
  const t = useText('live')
  if (state === 'done') return <IconCheck size={14} stroke={2.6} role="img" aria-label={labels.done} />
  if (state === 'warn') return <IconAlertTriangle size={14} stroke={2} role="img" aria-label={t('tab.warn')} />
  if (state === 'faulty') return <IconAlertCircle size={14} stroke={2} role="img" aria-label={t('tab.faulty')} />
  return null
}

/** The frame of the studio: what it is, its tabs, the tab's content, the save bar. */
export const LiveShell = (props: LiveShellProps) => {
  const { title, status, beginAt, tabs, current, linkTo, streamId, notice, onPreview, onActionsPlace } = props
  const t = useText('live')
  const f = useFormat()
  useEffect(() => {
    document.title = `${title} · Kaimai 開賣`
  }, [title])
  const area = useScrollArea()
  const tabBar = useRef<HTMLElement>(null)
  // On a phone the bar is wider than the screen.
  useEffect(() => {
    tabBar.current?.querySelector(`[data-tab="${current}"]`)?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [current])
  const eye = <IconEye {...icon16} />
  const word = <span className={css.word}>{t('form.tryOut')}</span>
  return (
    <div className={css.shell}>
      <header className={css.top}>
        <div className={clsx('row-s', css.about)}>
          <BackLink className={css.back} to={paths.manageLiveStream()} label={t('form.back')} title={t('form.back')} />
          <h1 title={title}>{title}</h1>
          {status !== undefined && (
            <span>
              <LiveStatusChip status={status} />
            </span>
          )}
          {beginAt !== '' && <span className={clsx('caption', css.when)}>{f.dayTime(beginAt)}</span>}
        </div>
        <nav ref={tabBar} className={css.tabs} aria-label={t('form.sections')}>
          {tabs.map(({ id, state, count }) => (
            <Link
              key={id}
              to={linkTo(id)}
              replace
              className={css.tab}
              data-tab={id}
              data-state={state}
              aria-current={id === current ? 'page' : undefined}
            >
              <Mark state={state} />
              {t(`tab.${id}`)}
              {count !== undefined && count > 0 && <small className="caption">{f.number(count)}</small>}
            </Link>
          ))}
        </nav>
        <div className={css.acts}>
          <div className={clsx('row-xs', css.slot)} ref={onActionsPlace} />
          {streamId === undefined ? (
            <Button size="s" icon={eye} onClick={onPreview} aria-haspopup="dialog" aria-label={t('form.tryOut')}>
              {word}
            </Button>
          ) : (
            <Button size="s" icon={eye} href={roomPath(streamId)} aria-label={t('form.tryOut')}>
              {word}
            </Button>
          )}
        </div>
      </header>
      <div ref={area} className={css.body} data-tab={current}>
        {notice !== undefined && <p className={css.notice}>{notice}</p>}
        {props.children}
      </div>
      {props.footer}
    </div>
  )
}
