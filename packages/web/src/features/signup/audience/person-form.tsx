import { IconChevronDown } from '@tabler/icons-react'
import { clsx } from 'clsx'
import type { FocusEvent, FormEvent } from 'react'
import { useLanguage, useText } from '../../../lib/i18n/use-text.tsx'
import type { PublicSignup } from '@kaimai/contract/signup/public-signup.routes.ts'
import { counties } from '@kaimai/contract/signup/county.rules.ts'
import { icon20 } from '../../../ui/icon-props.ts'
import { answerField, type FieldErrors, type FieldName, fieldsOf } from './checks.ts'
import fieldCss from './field.module.css'
import { FieldError, Field } from './field.tsx'
import { LegalNotice } from './legal-notice.tsx'
import block from './block.module.css'
import css from './person-form.module.css'
import { PhoneField } from './phone-field.tsx'
import { QuestionField } from './question-field.tsx'
import type { PhoneLibrary } from './phone-library.ts'

const fieldOf = (target: EventTarget, fields: readonly FieldName[]): FieldName | undefined => {
  const isField =
    target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement
  if (!isField) return undefined
  const name = target.name === 'phoneCountry' ? 'phone' : target.name
  return fields.find((field) => field === name)
}

export interface PersonFormProps {
  readonly page: PublicSignup
  /** What the visitor gets by it: a line under the heading. */
  readonly lead: string
  readonly errors: FieldErrors
  /** Fields that were looked at and are right. */
  readonly right: ReadonlySet<FieldName>
  readonly library: PhoneLibrary | undefined
  readonly onPhone: () => void
  readonly onLeave: (field: FieldName) => void
  readonly onType: (field: FieldName) => void
}

/** Name, phone, e-mail, county where the form asks for it, and the consent. The browser keeps the values. */
export const PersonForm = (props: PersonFormProps) => {
  const { page, errors, right, library, onPhone, onLeave, onType } = props
  const t = useText('signup')
  const language = useLanguage()
  const look = (field: FieldName) => ({ id: `sign-up-${field}`, error: errors[field], isRight: right.has(field) })
  const handle = (act: (field: FieldName) => void) => (event: FocusEvent | FormEvent) => {
    const field = fieldOf(event.target, fieldsOf(page.questions))
    if (field) act(field)
  }
  return (
    <section
      className={css.block}
      id="sign-up-form"
      aria-labelledby="form-title"
      onBlur={handle(onLeave)}
      onInput={handle(onType)}
    >
      <h2 className={block.title} id="form-title">
        {t('form.heading')}
      </h2>
      <p className={block.lead}>{props.lead}</p>
      <div className="stack">
        <Field {...look('name')} label={t('form.name')}>
          {(attributes) => (
            <input {...attributes} name="name" type="text" autoComplete="name" required maxLength={60} />
          )}
        </Field>
        <div onFocus={onPhone}>
          <Field {...look('phone')} label={t('form.phone')}>
            {(attributes) => (
              <PhoneField attributes={attributes} library={library} onCountry={() => onLeave('phone')} />
            )}
          </Field>
        </div>
        <Field {...look('email')} label={t('form.email')}>
          {(attributes) => (
            <input
              {...attributes}
              name="email"
              type="email"
              inputMode="email"
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
              required
              maxLength={254}
              placeholder="name@example.com"
            />
          )}
        </Field>
        {page.countyRequired && (
          <Field {...look('county')} isRight={false} label={t('form.county')}>
            {(attributes) => (
              <>
                <select {...attributes} name="county" autoComplete="address-level1" required defaultValue="">
                  <option value="" disabled>
                    {t('form.chooseCounty')}
                  </option>
                  {counties.map(([name, english]) => (
                    <option key={name} value={name}>
                      {language === 'en' ? `${english} ${name}` : name}
                    </option>
                  ))}
                </select>
                <IconChevronDown {...icon20} className={fieldCss.down} />
              </>
            )}
          </Field>
        )}
        {page.questions.map((question) => (
          <QuestionField key={question.id} question={question} error={errors[answerField(question.id)]} />
        ))}
        <div>
          <label className={css.consent}>
            <input
              className={clsx(errors.consent !== undefined && css.missing)}
              type="checkbox"
              name="consent"
              required
              aria-invalid={errors.consent === undefined ? undefined : true}
              aria-describedby={errors.consent === undefined ? undefined : 'sign-up-consent-fault'}
            />
            <span>{t('form.consent', { firm: page.firm.name })}</span>
          </label>
          {errors.consent !== undefined && <FieldError id="sign-up-consent-fault" text={errors.consent} />}
        </div>
      </div>
      <p className={css.legal}>{page.signupNotice || t('form.notice')}</p>
      <LegalNotice page={page} />
    </section>
  )
}
