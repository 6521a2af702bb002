import { languages } from '@kaimai/contract/common/language.ts'
import { IconAlertCircle, type IconCircleCheck } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import { yearAtStart } from '../../lib/clock/clock.ts'
import type { SchemaForm } from '../../lib/form/use-schema-form.ts'
import { useLanguageChoice } from '../../lib/i18n/language-choice.tsx'
import { useText } from '../../lib/i18n/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import css from './auth-frame.module.css'
import { Showcase } from './showcase.tsx'

interface AuthFrameProps {
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
          <div className={clsx('row-xs', css.languages)} role="group" aria-label={t('frame.language')}>
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

/** The page once its act is done: a sign that it is, and where to go from here. */
export const AuthDone = ({
  icon: Icon,
  children,
  ...frame
}: AuthFrameProps & { readonly icon: typeof IconCircleCheck }) => (
  <AuthFrame {...frame}>
    <div className={clsx('stack', css.done)} role="status">
      <Icon size={48} stroke={1.5} aria-hidden="true" />
      {children}
    </div>
  </AuthFrame>
)

/** The form of a page before the console: its fields, why the last try failed, and its one button. */
export const AuthForm = ({
  form,
  submitLabel,
  below,
  children,
}: {
  readonly form: Pick<SchemaForm<object>, 'submit' | 'saving' | 'failure' | 'errorAt'>
  readonly submitLabel: string
  readonly below?: ReactNode
  readonly children: ReactNode
}) => (
  <form className="stack" onSubmit={(event) => void form.submit(event)} noValidate>
    {children}
    {/* The token of a letter's link has no field where its error could stand. */}
    <FormError message={form.failure ?? form.errorAt('token')} />
    <Button type="submit" kind="primary" wide busy={form.saving}>
      {submitLabel}
    </Button>
    {below}
  </form>
)

/** Where to go instead, below the form. */
export const OtherPage = ({
  text,
  to,
  label,
}: {
  readonly text: string
  readonly to: string
  readonly label: string
}) => (
  <p className={css.other}>
    {text}
    <Link className={css.link} to={to}>
      {label}
    </Link>
  </p>
)

/** Why the last try failed, above the form's button. */
export const FormError = ({ message }: { message: string | undefined }) => (
  <div role="alert" className={css.alert}>
    {message !== undefined && (
      <p className={css.error}>
        <IconAlertCircle className="icon-down-2" {...icon16} />
        <span>{message}</span>
      </p>
    )}
  </div>
)
