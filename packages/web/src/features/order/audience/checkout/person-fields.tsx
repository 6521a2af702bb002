import { meantEmail } from '@kaimai/contract/common/email-typo.rules.ts'
import { useRef, useState } from 'react'
import { useLanguage, useText } from '../../../../lib/i18n/use-text.tsx'
import { Action } from '../../../../ui/audience/action.tsx'
import { DraftSelect, DraftText } from './fields.tsx'
import { useForm } from './form-context.ts'
import type { PhoneTables } from './phone-tables.ts'
import css from './section-fields.module.css'

/** An address with a slip in its domain is asked about, and mended with one tap. */
const EmailField = () => {
  const t = useText('checkout')
  const { draft, change } = useForm()
  // Not while it is typed: half a domain looks like a mistyped one.
  const [isLeft, setLeft] = useState(draft.email !== '')
  const place = useRef<HTMLDivElement>(null)
  const meant = isLeft ? meantEmail(draft.email) : undefined
  return (
    <div
      ref={place}
      onFocus={({ target }) => target instanceof HTMLInputElement && setLeft(false)}
      onBlur={() => setLeft(true)}
    >
      <DraftText
        name="email"
        label={t('checkout.email')}
        help={t('checkout.emailHelp')}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        enterKeyHint="done"
      />
      <div role="status">
        {meant !== undefined && (
          <p className={css.meant}>
            {t('checkout.meant', { email: meant })}
            <Action
              kind="plain"
              aria-label={t('checkout.meantNamed', { email: meant })}
              onClick={() => {
                change({ email: meant })
                // The button goes with the question.
                place.current?.querySelector('input')?.focus()
              }}
            >
              {t('checkout.meantYes')}
            </Action>
          </p>
        )}
      </div>
    </div>
  )
}

/** Who buys, or receives it. */
export const PersonFields = ({ phones }: { readonly phones: PhoneTables | undefined }) => {
  const t = useText('checkout')
  const language = useLanguage()
  const { draft } = useForm()
  const countries = phones?.countries(language) ?? [
    { code: draft.phoneCountry, name: draft.phoneCountry === 'TW' ? t('checkout.taiwan') : draft.phoneCountry },
  ]
  return (
    <div className={css.fields}>
      <DraftText
        name="fullName"
        label={t('checkout.fullName')}
        help={draft.deliveryType === 'store' ? t('checkout.fullNameHelp') : undefined}
        autoComplete="name"
        maxLength={60}
        enterKeyHint="next"
      />
      <div className={css.phone}>
        <DraftSelect
          name="phoneCountry"
          label={t('checkout.phoneCountry')}
          options={countries.map(({ code, name }) => ({ value: code, label: name }))}
          autoComplete="country"
        />
        <DraftText
          name="phone"
          label={t('checkout.phone')}
          type="tel"
          placeholder={draft.phoneCountry === 'TW' ? '0912 345 678' : undefined}
          autoComplete="tel"
          maxLength={250}
          enterKeyHint="next"
        />
      </div>
      <EmailField />
    </div>
  )
}
