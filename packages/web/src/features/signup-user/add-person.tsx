import { SignupUserAddBody } from '@kaimai/contract/signup-user/signup-user.schema.ts'
import { clsx } from 'clsx'
import { useId } from 'react'
import { useSchemaForm } from '../../lib/form/use-schema-form.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { askToConfirm } from '../../ui/confirm.tsx'
import { LabelledCheckbox, LabelledInput, LabelledTextarea } from '../../ui/field.tsx'
import { TwoColumns } from '../../ui/form-section.tsx'
import { useLabels } from '../../ui/labels.tsx'
import { Modal } from '../../ui/modal.tsx'
import { toast } from '../../ui/toast.tsx'
import { SessionFields, useSessionChoice } from './session-choice.tsx'
import { addSignupUser } from './signup-user.api.ts'

interface AddPersonProps {
  /** The form that the list is narrowed to; '' when it is not. */
  readonly signupId: string
  readonly onDone: () => void
  readonly onClose: () => void
}

const nameMax = 60
const sourceMax = 120
const memoMax = 2000

/** Brings one person into a session: somebody at the counter, or on the phone. */
export const AddPerson = ({ signupId, onDone, onClose }: AddPersonProps) => {
  const t = useText('signup-user')
  const labels = useLabels()
  const formId = useId()
  const choice = useSessionChoice(true, signupId)
  const form = useSchemaForm({
    schema: SignupUserAddBody.omit({ signupId: true, liveId: true }),
    initial: { name: '', phone: '', phoneCountry: 'TW', email: '', memo: '', consentSource: '', sendLink: true },
    save: async (values) => {
      const { state } = await addSignupUser({ ...choice.chosen, ...values })
      toast.good(t(`added.${state}`, { name: values.name }))
    },
    onSaved: () => {
      onDone()
      onClose()
    },
  })
  const { values } = form
  const close = async () => {
    if (form.saving) return
    const leaves =
      !form.dirty ||
      (await askToConfirm({
        title: t('add.leaveTitle'),
        text: t('add.leaveText'),
        ok: t('add.leave'),
        cancel: t('add.stay'),
        danger: true,
      }))
    if (leaves) onClose()
  }
  return (
    <Modal
      open
      onClose={() => void close()}
      closeOnClickOutside={!form.dirty}
      title={t('add.title')}
      width={560}
      footer={
        <>
          <Button onClick={() => void close()}>{labels.cancel}</Button>
          <Button type="submit" form={formId} kind="primary" busy={form.saving} disabled={choice.chosen.liveId === ''}>
            {t('add.save')}
          </Button>
        </>
      }
    >
      <form id={formId} className="stack" onSubmit={(event) => void form.submit(event)} noValidate>
        {form.failure !== undefined && (
          <p className={clsx('soft-red banner')} role="alert">
            {form.failure}
          </p>
        )}
        <SessionFields choice={choice} error={form.errorAt('liveId')} />
        <LabelledInput {...form.field('name')} label={t('field.name')} required max={nameMax} autoComplete="off" />
        <TwoColumns>
          <LabelledInput
            {...form.field('phone')}
            label={t('field.phone')}
            required
            type="tel"
            inputMode="tel"
            autoComplete="off"
          />
          <LabelledInput
            {...form.field('email')}
            label={t('field.email')}
            required
            type="email"
            inputMode="email"
            autoComplete="off"
          />
        </TwoColumns>
        <LabelledInput
          {...form.field('consentSource')}
          label={t('import.consentSource')}
          required
          max={sourceMax}
          placeholder={t('add.consentHint')}
          description={t('add.consentHelp')}
        />
        <LabelledTextarea
          {...form.field('memo')}
          value={values.memo ?? ''}
          label={t('column.memo')}
          optional
          max={memoMax}
        />
        <LabelledCheckbox
          {...form.field('sendLink')}
          value={values.sendLink ?? true}
          label={t('add.sendLink')}
          description={t('add.sendLinkHelp')}
        />
      </form>
    </Modal>
  )
}
