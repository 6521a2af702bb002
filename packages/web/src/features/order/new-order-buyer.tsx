import { formatPhone } from '@kaimai/contract/common/phone.ts'
import { star } from '@kaimai/contract/common/redact.rules.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { SchemaForm } from '../../lib/form/use-schema-form.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { useMay } from '../../lib/session/use-session.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LabelledInput } from '../../ui/field.tsx'
import { TwoColumns } from '../../ui/form-section.tsx'
import { Avatar } from '../../ui/thumb.tsx'
import { SearchBox } from '../../ui/toolbar.tsx'
import { listSignupUsers, signupUserKey } from '../signup-user/signup-user.api.ts'
import css from './new-order.module.css'
import type { NewOrderValues } from './new-order-draft.ts'

const peopleShown = 6

type Personal = NewOrderValues['personal']

/** Without the right to personal data contacts come redacted: they are typed then. */
const contactOf = (text: string): string => (text.includes(star) ? '' : text)

/** People who signed up for the firm's lives, by name, phone or e-mail. */
const PersonSearch = ({ onChoose }: { onChoose: (person: Pick<Personal, 'fullName' | 'phone' | 'email'>) => void }) => {
  const t = useText('order')
  const [q, setQ] = useState('')
  const found = useQuery({
    queryKey: [...signupUserKey, 'buyers', q],
    queryFn: ({ signal }) => listSignupUsers({ limit: peopleShown, q }, signal),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
  const people = q === '' ? undefined : found.data?.items.filter(({ erasedAt }) => erasedAt === null)
  return (
    <div className="stack-s">
      <SearchBox
        label={t('newOrder.findPerson')}
        placeholder={t('newOrder.findPersonHint')}
        value={q}
        onChange={setQ}
      />
      {q !== '' && found.isError && <ErrorState title={found.error.message} onRetry={() => void found.refetch()} />}
      <p role="status" className={css.note}>
        {people?.length === 0 && t('newOrder.nobody', { q })}
      </p>
      {people && (
        <ul className={css.found} aria-label={t('newOrder.people')}>
          {people.map(({ id, name, phone, email, signupName }) => (
            <li key={id}>
              <button
                type="button"
                className={css.person}
                onClick={() => {
                  onChoose({ fullName: name, phone: formatPhone(contactOf(phone)), email: contactOf(email) })
                  setQ('')
                }}
              >
                <Avatar name={name} size={32} />
                <span className={css.words}>
                  <b className="clip">{name}</b>
                  <span className="clip caption">
                    {[formatPhone(phone), email, signupName].filter((text) => text !== '').join('・')}
                  </span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Whom the order is for: somebody known, or typed. */
export const NewOrderBuyer = ({
  form,
}: {
  form: Pick<SchemaForm<NewOrderValues>, 'values' | 'set' | 'errorAt' | 'check'>
}) => {
  const t = useText('order')
  const maySearch = useMay('form')
  const name = useRef<HTMLInputElement>(null)
  const { personal } = form.values
  const field = (key: 'fullName' | 'phone' | 'email') => ({
    name: `personal.${key}`,
    value: personal[key],
    error: form.errorAt(`personal.${key}`),
    onChange: (typed: string) => form.set({ personal: { ...personal, [key]: typed } }),
    onBlur: () => {
      if (personal[key] !== '') form.check(`personal.${key}`)
    },
  })
  const choose = (person: Pick<Personal, 'fullName' | 'phone' | 'email'>) => {
    form.set({ personal: { ...personal, ...person } })
    // The list that was pressed goes.
    name.current?.focus()
  }
  return (
    <div className="stack">
      {maySearch && <PersonSearch onChoose={choose} />}
      <LabelledInput {...field('fullName')} ref={name} label={t('buyer.fullName')} required max={60} />
      <TwoColumns>
        <LabelledInput {...field('phone')} label={t('buyer.phone')} required type="tel" inputMode="tel" />
        <LabelledInput
          {...field('email')}
          label={t('buyer.email')}
          required
          type="email"
          inputMode="email"
          description={t('newOrder.emailHelp')}
        />
      </TwoColumns>
    </div>
  )
}
