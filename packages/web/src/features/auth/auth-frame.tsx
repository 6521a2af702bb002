import { languages } from '@kaimai/contract/common/language.ts'
import { IconAlertCircle } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { yearAtStart } from '../../lib/clock/clock.ts'
import { useLanguageChoice } from '../../lib/i18n/language-choice.tsx'
import { useText } from '../../lib/i18n/use-text.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import css from './auth-frame.module.css'
import { Showcase } from './showcase.tsx'

export interface AuthFrameProps {
  readonly title: string
  readonly lead: string
  readonly children: ReactNode
}

/** The pages before the console: the form at the left, what it is all about at the right. */
export const AuthFrame = ({ title, lead, children }: AuthFrameProps) => {
  const t = useText('auth')
  const { language, choose } = useLanguageChoice()
  useEffect(() => {
    document.title = `${title} · Kaimai 開賣`
  }, [title])
  return (
    <div className={css.frame}>
      <div className={css.side}>
        <div className={css.top}>
          <span className={css.brand}>
            <Mark />
            Kaimai 開賣
          </span>
          <div className={css.languages} role="group" aria-label={t('frame.language')}>
            {languages.map((each) => (
              <button
                key={each}
                type="button"
                lang={each}
                aria-pressed={each === language}
                onClick={() => choose(each)}
              >
                {each === 'en' ? 'English' : '中文'}
              </button>
            ))}
          </div>
        </div>
        <div className={css.body}>
          <h1>{title}</h1>
          <p className={css.lead}>{lead}</p>
          {children}
        </div>
        <footer className={css.foot}>
          <span>© {yearAtStart} Kaimai 開賣</span>
        </footer>
      </div>
      <Showcase />
    </div>
  )
}

const Mark = () => (
  <svg className={css.mark} viewBox="0 0 32 32" aria-hidden="true">
    <path d="M10 8h4v7l6-7h5l-7 8 7 8h-5l-6-7v7h-4z" />
    <circle cx="25" cy="8" r="3" />
  </svg>
)

/** Why the last try failed, above the form's button. */
export const FormError = ({ message }: { message: string | undefined }) => (
  <div role="alert" className={css.alert}>
    {message !== undefined && (
      <p className={css.error}>
        <IconAlertCircle {...icon16} />
        <span>{message}</span>
      </p>
    )}
  </div>
)
