import { useEffect } from 'react'
import { useText } from '../lib/i18n/use-text.tsx'
import { paths } from '../lib/paths/paths.ts'
import { useSession } from '../lib/session/use-session.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import css from './not-found.module.css'

/** /404 and /client-404: where unknown paths and things that are not there lead. */
export const NotFoundPage = () => {
  const t = useText('app')
  const isIn = useSession().status === 'in'
  const title = t('notFound.title')
  useEffect(() => {
    document.title = `${title} · Kaimai 開賣`
  }, [title])
  return (
    <div className={css.page}>
      <h1 className="sr-only">{title}</h1>
      <EmptyState
        art="search"
        title={title}
        text={t('notFound.text')}
        action={
          <>
            <Button onClick={() => history.back()}>{t('notFound.back')}</Button>
            <Button kind="primary" to={isIn ? paths.dashboard() : paths.login()}>
              {isIn ? t('notFound.home') : t('nav.login')}
            </Button>
          </>
        }
      />
    </div>
  )
}
