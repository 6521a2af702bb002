import { useText } from '../../../lib/i18n/use-text.tsx'
import { ActionLink } from '../../../ui/audience/action.tsx'
import css from './plain-done.module.css'
import type { Done } from './use-sign-up.ts'

/** The confirmation and the way in: for a network that has not brought the rest of the page yet. */
export const PlainDone = ({ done }: { done: Done }) => {
  const t = useText('signup')
  const { path } = done
  return (
    <section className={css.done} role="status">
      <h1>{t(path === undefined ? 'done.mailed' : 'done.title')}</h1>
      {path === undefined ? (
        <p>{t('done.mailedText')}</p>
      ) : (
        <ActionLink big href={path}>
          {t('greeting.open')}
        </ActionLink>
      )}
    </section>
  )
}
