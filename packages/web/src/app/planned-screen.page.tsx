import { IconSparkles } from '@tabler/icons-react'
import { clsx } from 'clsx'
import type { ComponentType } from 'react'
import { useText } from '../lib/i18n/use-text.tsx'
import { paths, type RouteName, routeRow } from '../lib/paths/paths.ts'
import { useSession } from '../lib/session/use-session.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { icon18 } from '../ui/icon-props.ts'
import { PageHeader } from '../ui/page-header.tsx'
import css from './planned-screen.module.css'
import { plannedScreens } from './planned-screens.ts'

const points = ['one', 'two', 'three'] as const

const PlannedScreenPage = ({ name, prefix }: { name: RouteName; prefix: string }) => {
  const t = useText('app')
  const isIn = useSession().status === 'in'
  const text = (key: string) => t(`later.${prefix}.${key}`)
  const padded = routeRow(name).layout === 'full' && css.bare
  return (
    <div className={clsx(padded)}>
      <div className={css.page}>
        <PageHeader title={text('title')} lead={text('lead')} />
        <EmptyState art="soon" title={t('later.soon')} text={t('later.meanwhile')} />
        <ul className={css.points} aria-label={t('later.willBeHere')}>
          {points.map((point) => (
            <li key={point}>
              <IconSparkles className="icon-accent" {...icon18} />
              <span>{text(point)}</span>
            </li>
          ))}
        </ul>
        {!isIn && <Button to={paths.login()}>{t('nav.login')}</Button>}
      </div>
    </div>
  )
}

/** The page that says what will be at a route of planned-screens.ts. */
export const laterScreenOf = (name: RouteName): ComponentType => {
  const prefix = plannedScreens[name]
  if (prefix === undefined) throw new Error(`planned-screens.ts says nothing about ${name}`)
  return () => <PlannedScreenPage name={name} prefix={prefix} />
}
