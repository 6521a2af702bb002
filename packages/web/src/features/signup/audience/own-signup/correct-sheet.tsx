import { ownSignupRoutes } from '@kaimai/contract/signup/own-signup.routes.ts'
import { clsx } from 'clsx'
import { type FormEvent, useState } from 'react'
import { browserClock } from '../../../../lib/clock/clock.ts'
import { isCallError } from '../../../../lib/http/call-error.ts'
import { call } from '../../../../lib/http/http.ts'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { Action } from '../../../../ui/audience/action.tsx'
import { Sheet } from '../../../../ui/audience/sheet.tsx'
import { keepContact, readDraft } from '../device-signups.ts'
import { Field } from '../field.tsx'
import { homeCountry } from '../phone-countries.ts'
import css from './own-signup.module.css'

const fields = ['phone', 'email'] as const
type Faults = Partial<Record<(typeof fields)[number] | 'words', string>>

/** Somebody who mistyped phone or e-mail puts it right; the letter goes again. */
export const CorrectSheet = ({ customUrl, onClose }: { readonly customUrl: string; readonly onClose: () => void }) => {
  const t = useText('signup')
  const [typed] = useState(() => readDraft(customUrl, browserClock.now()).typed)
  const [faults, setFaults] = useState<Faults>({})
  const [done, setDone] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  const save = async (shown: HTMLFormElement): Promise<void> => {
    const data = new FormData(shown)
    const phone = String(data.get('ownPhone') ?? '')
    const email = String(data.get('ownEmail') ?? '')
    const phoneCountry = typed.phoneCountry ?? homeCountry
    setBusy(true)
    setFaults({})
    setDone(undefined)
    try {
      const body = { customUrl, phone, phoneCountry, email }
      await call(ownSignupRoutes.correct, { body }, { quiet: true })
      keepContact(customUrl, { phone, email })
      setDone(t('correct.saved', { email }))
    } catch (error) {
      if (!isCallError(error)) throw error
      const found = Object.fromEntries(
        fields.flatMap((name) => (error.fields?.[name] === undefined ? [] : [[name, error.fields[name]]])),
      )
      const words = error.status === 0 ? t('own.noLine') : error.message
      setFaults(Object.keys(found).length > 0 ? found : { words })
      const [first] = Object.keys(found)
      if (first !== undefined) shown.querySelector<HTMLElement>(`#own-${first}`)?.focus()
    } finally {
      setBusy(false)
    }
  }

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // The page's own form stands around this one in React's tree.
    event.stopPropagation()
    if (!isBusy) void save(event.currentTarget)
  }

  return (
    <Sheet title={t('correct.title')} closeLabel={t('own.close')} onClose={onClose}>
      <form
        className={css.steps}
        noValidate
        onSubmit={onSubmit}
        onInput={(event) => event.stopPropagation()}
        onBlur={(event) => event.stopPropagation()}
      >
        <Field id="own-phone" label={t('correct.phone')} error={faults.phone} isRight={false}>
          {(attributes) => (
            <input
              {...attributes}
              data-first
              name="ownPhone"
              type="tel"
              inputMode="tel"
              autoComplete="tel"
              maxLength={250}
              defaultValue={typed.phone ?? ''}
            />
          )}
        </Field>
        <Field id="own-email" label={t('correct.email')} error={faults.email} isRight={false}>
          {(attributes) => (
            <input
              {...attributes}
              name="ownEmail"
              type="email"
              inputMode="email"
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={254}
              defaultValue={typed.email ?? ''}
            />
          )}
        </Field>
        <p className="small">{t('correct.note')}</p>
        {faults.words !== undefined && (
          <p className={clsx('text-m', css.trouble)} role="alert">
            {faults.words}
          </p>
        )}
        <p className="text-m" role="status">
          {done}
        </p>
        <Action type="submit" big busy={isBusy}>
          {t('correct.save')}
        </Action>
      </form>
    </Sheet>
  )
}
