import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import { emailLetterChoices } from '@kaimai/contract/signup/signup-parts.ts'
import { useQuery } from '@tanstack/react-query'
import type { SchemaForm } from '../../lib/form/use-schema-form.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { LabelledSelect } from '../../ui/field.tsx'
import { templatesOfType } from '../letter-template/letter-template.api.ts'
import type { SignupFields } from './form-values.ts'

/** What follows a sign-up by e-mail: the built-in text, or one of the firm's own. */
export const LetterChoice = ({ form }: { form: SchemaForm<SignupFields> }) => {
  const t = useText('signup')
  const { data } = useQuery(templatesOfType(letterTypes.signupComplete))
  const { emailLetterTemplate: chosen } = form.values
  const choices = [
    ...emailLetterChoices.map((value) => ({ value: value as string, label: t(`letter.${value}`) })),
    ...(data?.items ?? []).map(({ id, letterTemplateName }) => ({ value: id, label: letterTemplateName })),
  ]
  // What was deleted since stands there by a word of its own: saving asks for another.
  const isGone = data !== undefined && !choices.some(({ value }) => value === chosen)
  return (
    <LabelledSelect
      {...form.field('emailLetterTemplate')}
      onChange={(choice) => choice !== '' && form.set({ emailLetterTemplate: choice })}
      label={t('form.emailLetter')}
      description={t('form.emailLetterHint')}
      choices={isGone ? [...choices, { value: chosen, label: t('letter.gone') }] : choices}
    />
  )
}
