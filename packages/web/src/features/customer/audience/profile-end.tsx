import { clsx } from 'clsx'
import { useState } from 'react'
import { isCallError } from '../../../lib/http/call-error.ts'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { Action } from '../../../ui/audience/action.tsx'
import css from './profile-end.module.css'
import type { ProfileAccess } from './use-profile.ts'

/** A step that waits for the server, and what went wrong with it. */
const useStep = () => {
  const t = useText('customer')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const run = async (step: () => Promise<void>): Promise<void> => {
    setBusy(true)
    setProblem(undefined)
    try {
      await step()
    } catch (error) {
      setProblem(isCallError(error) ? error.message : t('sheet.failed'))
    }
    setBusy(false)
  }
  return { busy, problem, run }
}

const Problem = ({ text }: { readonly text: string | undefined }) =>
  text === undefined ? null : (
    <p className={css.problem} role="alert">
      {text}
    </p>
  )

/** Letters about the viewer's sessions, on or off at once. */
export const Notices = ({
  isCancelNotice,
  onChange,
}: {
  readonly isCancelNotice: boolean
  readonly onChange: ProfileAccess['change']
}) => {
  const t = useText('customer')
  const { busy, problem, run } = useStep()
  return (
    <section className={css.end}>
      <h3>{t('notice.title')}</h3>
      <label className={css.check}>
        <input
          type="checkbox"
          checked={!isCancelNotice}
          disabled={busy}
          onChange={(event) => void run(() => onChange({ isCancelNotice: !event.target.checked }))}
        />
        <span>
          {t('notice.label')}
          <small className="small">{t('notice.help')}</small>
        </span>
      </label>
      <Problem text={problem} />
    </section>
  )
}

/** Deletes what is saved, after saying what that means. */
export const Forget = ({ onForget }: { readonly onForget: () => Promise<void> }) => {
  const t = useText('customer')
  const [isAsked, setAsked] = useState(false)
  const { busy, problem, run } = useStep()
  if (!isAsked) {
    return (
      <section className={css.end}>
        <Action kind="soft" onClick={() => setAsked(true)}>
          {t('forget.ask')}
        </Action>
      </section>
    )
  }
  return (
    <section className={css.end}>
      <div className={css.sure} role="group" aria-label={t('forget.ask')}>
        <p>{t('forget.text')}</p>
        <Problem text={problem} />
        <div className={clsx('stack-s', css.acts)}>
          <Action kind="quiet" onClick={() => setAsked(false)}>
            {t('forget.no')}
          </Action>
          <Action kind="quiet" className={css.danger} busy={busy} onClick={() => void run(onForget)}>
            {t('forget.yes')}
          </Action>
        </div>
      </div>
    </section>
  )
}
