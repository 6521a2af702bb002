import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import { emailLetterChoices, reminderChoices, smsLetterChoices } from '@kaimai/contract/signup/signup-parts.ts'
import type { SchemaForm } from '../../lib/form/use-schema-form.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { TemplateChoice } from '../letter-template/template-choice.api.tsx'
import type { SignupFields } from './form-values.ts'

interface LetterChoiceProps {
  readonly form: SchemaForm<SignupFields>
}

/** What follows a sign-up by e-mail: the built-in text, or one of the firm's own. */
export const LetterChoice = ({ form }: LetterChoiceProps) => {
  const t = useText('signup')
  return (
    <TemplateChoice
      field={form.field('emailLetterTemplate')}
      type={letterTypes.signupComplete}
      label={t('form.emailLetter')}
      description={t('form.emailLetterHint')}
      words={emailLetterChoices.map((value) => ({ value, label: t(`letter.${value}`) }))}
    />
  )
}

/** What follows a sign-up as a text message, if anything. */
export const SmsChoice = ({ form }: LetterChoiceProps) => {
  const t = useText('signup')
  return (
    <TemplateChoice
      field={form.field('smsLetterTemplate')}
      type={letterTypes.signupSms}
      label={t('form.smsLetter')}
      description={t('form.smsLetterHint')}
      words={smsLetterChoices.map((value) => ({ value, label: t(`sms.${value}`) }))}
    />
  )
}

const fieldOf = { liveNotice: 'liveNoticeTemplate', liveBegins: 'liveBeginsTemplate' } as const

/** With which text people of this form are reminded: as the firm has chosen, or otherwise. */
export const ReminderChoice = ({ form, name }: LetterChoiceProps & { readonly name: keyof typeof fieldOf }) => {
  const t = useText('signup')
  return (
    <TemplateChoice
      field={form.field(fieldOf[name])}
      type={letterTypes[name]}
      label={t(`form.${name}`)}
      description={t(`form.${name}Hint`)}
      words={reminderChoices.map((value) => ({ value, label: t(`reminder.${value}`) }))}
    />
  )
}
