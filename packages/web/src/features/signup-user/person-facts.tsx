import { formatPhone } from '@kaimai/contract/common/phone.ts'
import { counties } from '@kaimai/contract/signup/county.rules.ts'
import { SignupUserChange } from '@kaimai/contract/signup-user/signup-user.schema.ts'
import type { SignupUser } from '@kaimai/contract/signup-user/signup-user.schema.ts'
import { IconPencil } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useState } from 'react'
import { z } from 'zod'
import { useSchemaForm } from '../../lib/form/use-schema-form.ts'
import { useLanguage, useText } from '../../lib/i18n/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { DetailSection, Fact, Facts } from '../../ui/details.tsx'
import { LabelledInput, LabelledSelect } from '../../ui/field.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { useLabels } from '../../ui/labels.tsx'
import { toast } from '../../ui/toast.tsx'
import css from './person-drawer.module.css'
import { answerText } from './person-labels.ts'
import { changeSignupUser } from './signup-user.api.ts'

const Edit = z.object({
  name: SignupUserChange.shape.name.unwrap(),
  phone: SignupUserChange.shape.phone.unwrap(),
  email: SignupUserChange.shape.email.unwrap(),
  county: SignupUserChange.shape.county.unwrap(),
})

interface FactsProps {
  readonly person: SignupUser
  readonly mayEdit: boolean
  readonly onSaved: () => void
}

/** What a person wrote, and where they come from; edited in place. */
export const PersonFacts = ({ person, mayEdit, onSaved }: FactsProps) => {
  const t = useText('signup-user')
  const language = useLanguage()
  const [editing, setEditing] = useState(false)
  if (editing)
    return (
      <DetailSection title={t('edit.title')}>
        <EditForm
          person={person}
          onDone={(saved) => {
            setEditing(false)
            if (saved) onSaved()
          }}
        />
      </DetailSection>
    )
  const county = counties.find(([name]) => name === person.county)
  const facts = [
    [t('field.name'), person.name],
    [t('field.phone'), formatPhone(person.phone)],
    [t('field.email'), person.email],
    [t('field.county'), language === 'en' && county ? county[1] : person.county],
    ...person.answers.map((answer) => [answer.label, answerText(t, answer)] as const),
    [t('field.source'), t(`source.${person.source}`)],
    ...(person.consentSource === '' ? [] : [[t('field.consentSource'), person.consentSource] as const]),
  ] as const
  return (
    <DetailSection
      title={t('section.facts')}
      action={
        mayEdit && (
          <Button kind="plain" size="s" icon={<IconPencil {...icon16} />} onClick={() => setEditing(true)}>
            {t('edit.open')}
          </Button>
        )
      }
    >
      <Facts>
        {facts.map(([name, value]) => (
          <Fact key={name} label={name}>
            {value}
          </Fact>
        ))}
      </Facts>
    </DetailSection>
  )
}

const EditForm = ({ person, onDone }: { person: SignupUser; onDone: (saved: boolean) => void }) => {
  const t = useText('signup-user')
  const labels = useLabels()
  const language = useLanguage()
  const { name, phone, email, county } = person
  const form = useSchemaForm({
    schema: Edit,
    initial: { name, phone, email, county },
    save: (values) => changeSignupUser(person.id, values),
    onSaved: () => {
      toast.good(t('done.edited'))
      onDone(true)
    },
    guarded: false,
  })
  const known = counties.map(([each, english]) => ({ value: each, label: language === 'en' ? english : each }))
  const choices =
    known.some(({ value }) => value === county) || county === '' ? known : [{ value: county, label: county }, ...known]
  return (
    <form onSubmit={(event) => void form.submit(event)} className="stack" noValidate>
      {form.failure !== undefined && (
        <p className={clsx('soft-red banner', css.failure)} role="alert">
          {form.failure}
        </p>
      )}
      <LabelledInput label={t('field.name')} required {...form.field('name')} />
      <LabelledInput label={t('field.phone')} required type="tel" {...form.field('phone')} />
      <LabelledInput
        label={t('field.email')}
        required
        type="email"
        description={t('edit.emailHelp')}
        {...form.field('email')}
      />
      <LabelledSelect label={t('field.county')} searchable clearable choices={choices} {...form.field('county')} />
      <div className={css.foot}>
        <Button onClick={() => onDone(false)}>{labels.cancel}</Button>
        <Button kind="primary" type="submit" busy={form.saving} disabled={!form.dirty}>
          {t('edit.save')}
        </Button>
      </div>
    </form>
  )
}
