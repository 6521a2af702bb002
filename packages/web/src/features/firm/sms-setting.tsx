import { because } from '@kaimai/contract/common/error-text.ts'
import { letterErrors } from '@kaimai/contract/letter/letter.errors.ts'
import { type LetterSetting, LetterSettingChange } from '@kaimai/contract/letter/letter.routes.ts'
import { isContact } from '@kaimai/contract/letter/sms.rules.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { z } from 'zod'
import { errorsOf, type FieldErrors } from '../../lib/form/field-error.ts'
import { useLanguage, useText } from '../../lib/i18n/use-text.tsx'
import { useMay } from '../../lib/session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { LabelledInput, LabelledTextarea } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { changeLetterSetting, letterSetting } from './letter-setting.api.ts'
import { Block } from './section-frame.tsx'
import type { SectionProps } from './section-props.ts'

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const Fields = LetterSettingChange.pick({ smsBrand: true }).extend({
  /** A host or a phone number a line. */
  smsRegistered: z.string().refine((text) => linesOf(text).every(isContact), because(letterErrors.smsContactWrong)),
})

/** The brand that text messages name, and what may stand in them. */
export const SmsSetting = ({ setting }: SectionProps) => {
  const t = useText('firm')
  const { data } = useQuery(letterSetting())
  return (
    <Block title={t('sms.title')} why={t('sms.why')}>
      {data && <SmsForm key={`${data.smsBrand} ${data.smsRegistered.join()}`} saved={data} firmName={setting.name} />}
    </Block>
  )
}

const SmsForm = ({ saved, firmName }: { saved: LetterSetting; firmName: string }) => {
  const t = useText('firm')
  const mayWrite = useMay('setting', true)
  const client = useQueryClient()
  const language = useLanguage()
  const initial = { smsBrand: saved.smsBrand, smsRegistered: saved.smsRegistered.join('\n') }
  // The section's own form guards the page, which has room for one guard.
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<FieldErrors>({})
  const save = useMutation({
    mutationFn: changeLetterSetting,
    onSuccess: (now) => {
      client.setQueryData(letterSetting().queryKey, now)
      toast.good(t('sms.saved'))
    },
  })
  const isDirty = JSON.stringify(values) !== JSON.stringify(initial)
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    const found = errorsOf(Fields, values, language)
    setErrors(found)
    if (Object.keys(found).length > 0) return
    save.mutate({ smsBrand: values.smsBrand, smsRegistered: linesOf(values.smsRegistered) })
  }
  const field = (name: keyof typeof initial) => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: (value: string) => setValues({ ...values, [name]: value }),
  })
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <LabelledInput
        {...field('smsBrand')}
        label={t('sms.brand')}
        optional
        max={20}
        placeholder={firmName}
        description={t('sms.brandHint', { brand: values.smsBrand || firmName })}
      />
      <LabelledTextarea
        {...field('smsRegistered')}
        label={t('sms.registered')}
        optional
        rows={3}
        description={t('sms.registeredHint')}
      />
      <div className="wrap">
        <Button size="s" type="submit" busy={save.isPending} disabled={!mayWrite || !isDirty}>
          {t('sms.save')}
        </Button>
      </div>
    </form>
  )
}
