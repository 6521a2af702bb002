import { because } from '@kaimai/contract/common/error-text.ts'
import { letterErrors } from '@kaimai/contract/letter/letter.errors.ts'
import { type LetterSetting, LetterSettingChange } from '@kaimai/contract/letter/letter.routes.ts'
import { isContact } from '@kaimai/contract/letter/sms.rules.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { useSchemaForm } from '../../lib/form/use-schema-form.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
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
  const form = useSchemaForm({
    schema: Fields,
    initial: { smsBrand: saved.smsBrand, smsRegistered: saved.smsRegistered.join('\n') },
    guardedPart: 'section',
    save: async ({ smsBrand, smsRegistered }) => {
      const now = await changeLetterSetting({ smsBrand, smsRegistered: linesOf(smsRegistered) })
      client.setQueryData(letterSetting().queryKey, now)
    },
    onSaved: () => {
      toast.good(t('sms.saved'))
    },
  })
  return (
    <form className="stack" onSubmit={(event) => void form.submit(event)} noValidate>
      <LabelledInput
        {...form.field('smsBrand')}
        label={t('sms.brand')}
        optional
        max={20}
        placeholder={firmName}
        description={t('sms.brandHint', { brand: form.values.smsBrand || firmName })}
      />
      <LabelledTextarea
        {...form.field('smsRegistered')}
        label={t('sms.registered')}
        optional
        rows={3}
        description={t('sms.registeredHint')}
      />
      {form.failure !== undefined && (
        <p className="caption" role="alert">
          {form.failure}
        </p>
      )}
      <div className="wrap">
        <Button size="s" type="submit" busy={form.saving} disabled={!mayWrite || !form.dirty}>
          {t('sms.save')}
        </Button>
      </div>
    </form>
  )
}
