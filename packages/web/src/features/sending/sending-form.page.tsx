import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import { SendingBody } from '@kaimai/contract/sending/sending.routes.ts'
import { marketingTime, sendingChannels, sendingLimits } from '@kaimai/contract/sending/sending.rules.ts'
import { IconEye, IconUsers } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { z } from 'zod'
import { useSchemaForm } from '../../lib/form/use-schema-form.ts'
import { isCallError } from '../../lib/http/call-error.ts'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { instantOf, wallTimeOf } from '../../lib/i18n/wall-time.ts'
import { paths } from '../../lib/paths/paths.ts'
import { useMay } from '../../lib/session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { askToConfirm } from '../../ui/confirm.tsx'
import { LabelledDateTime } from '../../ui/date-time-field.tsx'
import { LabelledInput, LabelledSelect } from '../../ui/field.tsx'
import { FormFields, FormSection, FormWithPreview, PreviewModal, useIsPreviewApart } from '../../ui/form-section.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { toast } from '../../ui/toast.tsx'
import { templatesOfType } from '../letter-template/letter-template.api.ts'
import { AudienceCount } from './audience-count.tsx'
import { AudienceFields } from './audience-fields.tsx'
import { SendingPreview } from './sending-preview.tsx'
import { emptySms, SmsFields } from './sms-fields.tsx'
import { createSending, previewSending, sendingKey } from './sending.api.ts'

/** Plans are made on the shop's clock. */
const timeZone = 'Asia/Taipei'

const start: z.input<typeof SendingBody> = {
  title: '',
  channel: 'email',
  letterTemplateId: '',
  sms: null,
  audience: { kind: 'form', signupId: '' },
  scheduledAt: null,
}

/** A template, whom it goes to, when, and the count that is confirmed before anything leaves. */
export const SendingFormPage = () => {
  const t = useText('sending')
  const f = useFormat()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const mayWrite = useMay('form', true)
  const isNarrow = useIsPreviewApart()
  const [isPreviewing, setPreviewing] = useState(false)
  const templates = useQuery(templatesOfType(letterTypes.freeText))
  const form = useSchemaForm({
    schema: SendingBody,
    initial: start,
    save: createSending,
    onSaved: () => {
      void queries.invalidateQueries({ queryKey: sendingKey })
      toast.good(t('form.sent'))
      void navigate(paths.sendings())
    },
  })
  const { channel = 'email', audience, letterTemplateId, sms, scheduledAt } = form.values
  const asked = { channel, audience, letterTemplateId, sms }
  const template = form.field('letterTemplateId')
  const count = useMutation({ mutationFn: previewSending })
  /** What the server says of text and audience before anything is sent, by field. */
  const refused = isCallError(count.error) ? count.error.fields : undefined
  const [openedAtMs] = useState(() => Date.now())
  const readyMs = scheduledAt === null ? openedAtMs : Date.parse(scheduledAt)
  const leavesMs = marketingTime(readyMs)
  const waitsForMorning = leavesMs > readyMs

  const send = async () => {
    const isValid = SendingBody.safeParse(form.values).success
    if (!isValid) return form.submit()
    const counted = await count.mutateAsync(asked).catch(() => undefined)
    if (!counted || counted.people === 0 || counted.lacking.length > 0) return undefined
    if ((counted.sms?.missingTenths ?? 0) > 0) return undefined
    const cost = counted.sms && t('confirm.cost', { points: f.number(counted.sms.tenths / 10) })
    const time =
      scheduledAt === null && !waitsForMorning
        ? t('confirm.now')
        : t('confirm.later', { time: f.near(new Date(leavesMs).toISOString()) })
    const isAgreed = await askToConfirm({
      title: t('confirm.title', { count: f.number(counted.people) }),
      text: [time, cost].filter(Boolean).join(' '),
      ok: t('confirm.ok'),
    })
    return isAgreed ? form.submit() : undefined
  }

  const preview = <SendingPreview sms={sms ?? null} letterTemplateId={letterTemplateId ?? ''} />
  return (
    <>
      <FormWithPreview preview={isNarrow ? null : preview}>
        <PageHeader
          title={t('form.title')}
          lead={t('form.lead')}
          crumbs={[{ label: t('title'), to: paths.sendings() }]}
          actions={
            isNarrow ? (
              <Button icon={<IconEye {...icon16} />} onClick={() => setPreviewing(true)} aria-haspopup="dialog">
                {t('form.preview')}
              </Button>
            ) : undefined
          }
        />
        <FormFields disabled={!mayWrite}>
          <FormSection title={t('form.letter')}>
            <LabelledInput
              {...form.field('title')}
              label={t('form.name')}
              description={t('form.nameHint')}
              max={sendingLimits.title}
              required
            />
            <Segmented
              label={t('form.channel')}
              value={channel}
              onChange={(chosen) => {
                count.reset()
                form.set(
                  chosen === 'sms'
                    ? { channel: chosen, letterTemplateId: null, sms: emptySms }
                    : { channel: chosen, letterTemplateId: '', sms: null },
                )
              }}
              options={sendingChannels.map((value) => ({ value, label: t(`channel.${value}`) }))}
            />
            {sms && (
              <SmsFields
                sms={sms}
                onChange={(changed) => {
                  count.reset()
                  form.set({ sms: changed })
                }}
                errorAt={(path) => form.errorAt(path) ?? refused?.[path]}
              />
            )}
            {channel === 'email' && (
              <LabelledSelect
                {...template}
                value={template.value ?? ''}
                label={t('form.template')}
                description={t('form.templateHint')}
                choices={(templates.data?.items ?? []).map(({ id, letterTemplateName }) => ({
                  value: id,
                  label: letterTemplateName,
                }))}
                required
              />
            )}
            {channel === 'email' && templates.data?.items.length === 0 && (
              <p className="lead-line">
                {t('form.noTemplate')} <Link to={paths.mailTemplateCreate()}>{t('form.makeTemplate')}</Link>
              </p>
            )}
          </FormSection>
          <FormSection title={t('form.audience')} why={t('form.audienceWhy')}>
            <AudienceFields
              channel={channel}
              audience={audience}
              onChange={(changed) => {
                count.reset()
                form.set({ audience: changed })
              }}
              errorAt={(path) => form.errorAt(path) ?? refused?.[path]}
            />
            <div>
              <Button icon={<IconUsers {...icon16} />} busy={count.isPending} onClick={() => count.mutate(asked)}>
                {t('form.count')}
              </Button>
            </div>
            {count.data && <AudienceCount counted={count.data} channel={channel} />}
            {count.error && (
              <p className="failure-line" role="alert">
                {Object.values(refused ?? {})[0] ?? count.error.message}
              </p>
            )}
          </FormSection>
          <FormSection title={t('form.time')} why={t('form.timeWhy')}>
            <LabelledDateTime
              name="scheduledAt"
              label={t('form.scheduledAt')}
              placeholder={t('form.now')}
              value={scheduledAt === null ? '' : wallTimeOf(scheduledAt, timeZone)}
              onChange={(wall) =>
                form.set({ scheduledAt: wall === '' ? null : new Date(instantOf(wall, timeZone)).toISOString() })
              }
              error={form.errorAt('scheduledAt')}
              optional
              clearable
            />
            {waitsForMorning && (
              <p role="status">{t('form.quiet', { time: f.near(new Date(leavesMs).toISOString()) })}</p>
            )}
          </FormSection>
        </FormFields>
      </FormWithPreview>
      <SaveBar open={mayWrite} state={form.failure ?? t('form.state')} tone={form.failure ? 'bad' : 'changed'}>
        <Button kind="primary" busy={form.saving || count.isPending} onClick={() => void send()}>
          {t('form.send')}
        </Button>
      </SaveBar>
      {isNarrow && isPreviewing && (
        <PreviewModal onClose={() => setPreviewing(false)} title={t('form.preview')}>
          {preview}
        </PreviewModal>
      )}
    </>
  )
}
