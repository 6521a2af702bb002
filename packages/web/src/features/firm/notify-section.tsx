import { FirmFields, SecretChanges } from '@kaimai/contract/firm/firm.schema.ts'
import { useMutation } from '@tanstack/react-query'
import { useText } from '../../lib/i18n/use-text.tsx'
import { useFirm, useMay } from '../../lib/session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { askToConfirm } from '../../ui/confirm.tsx'
import { LabelledInput } from '../../ui/field.tsx'
import { TwoColumns } from '../../ui/form-section.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { toast } from '../../ui/toast.tsx'
import { switchSurenotify } from './firm.api.ts'
import { SecretField } from './secret-field.tsx'
import { Block, SectionFrame } from './section-frame.tsx'
import type { SectionProps } from './section-props.ts'
import { SenderDomain } from './sender-domain.tsx'
import { SenderPreview } from './sender-preview.tsx'
import { SmsSetting } from './sms-setting.tsx'
import { useSectionForm, useTakeOver } from './use-section-form.ts'
import { WebhookSwitch } from './webhook-switch.tsx'

const Fields = FirmFields.pick({ senderName: true, replyTo: true, senderDomain: true }).extend({
  secrets: SecretChanges,
})

export const NotifySection = ({ setting }: SectionProps) => {
  const t = useText('firm')
  const form = useSectionForm({
    schema: Fields,
    setting,
    pick: ({ senderName, replyTo, senderDomain }) => ({ senderName, replyTo, senderDomain, secrets: {} }),
  })
  return (
    <div className="stack">
      <SectionFrame form={form} preview={<SenderPreview setting={setting} name={form.values.senderName} />}>
        <Block title={t('notify.sender')} why={t('notify.senderWhy')}>
          <TwoColumns>
            <LabelledInput
              {...form.field('senderName')}
              label={t('notify.senderName')}
              optional
              max={60}
              placeholder={setting.name}
              description={t('notify.senderNameHint')}
            />
            <LabelledInput
              {...form.field('replyTo')}
              label={t('notify.replyTo')}
              optional
              type="email"
              inputMode="email"
              placeholder="service@example.com"
              description={t('notify.replyToHint')}
            />
          </TwoColumns>
        </Block>
        <Block
          title={t('notify.domain')}
          why={t('notify.domainWhy')}
          state={
            <StatusChip colour={(['grey', 'yellow', 'green'] as const)[setting.emailApiStatus]}>
              {t(`notify.status.${setting.emailApiStatus}`)}
            </StatusChip>
          }
        >
          <LabelledInput
            {...form.field('senderDomain')}
            label={t('notify.senderDomain')}
            optional
            inputMode="url"
            placeholder="shop.com.tw"
          />
          <SenderDomain setting={setting} />
        </Block>
        <Block
          title="Surenotify"
          why={t('notify.surenotifyWhy')}
          state={
            <StatusChip colour={setting.isSurenotify ? 'green' : 'grey'}>
              {t(setting.isSurenotify ? 'notify.surenotifyOn' : 'notify.surenotifyOff')}
            </StatusChip>
          }
        >
          <SecretField
            name="surenotifyKey"
            label={t('notify.surenotifyKey')}
            description={t('notify.surenotifyKeyHint')}
            setting={setting}
            typed={form.values.secrets}
            onType={(secrets) => form.set({ secrets })}
            onLeave={() => form.check('secrets.surenotifyKey')}
            error={form.errorAt('secrets.surenotifyKey')}
          />
          <SurenotifySwitch setting={setting} />
          <WebhookSwitch setting={setting} />
        </Block>
      </SectionFrame>
      {/* A form of its own: it is saved apart from the firm. */}
      <SmsSetting setting={setting} />
    </div>
  )
}

const SurenotifySwitch = ({ setting }: SectionProps) => {
  const t = useText('firm')
  const { firmId } = useFirm()
  const mayWrite = useMay('setting', true)
  const takeOver = useTakeOver()
  const turn = useMutation({
    mutationFn: (on: boolean) => switchSurenotify(firmId, on),
    onSuccess: (now) => {
      takeOver(now)
      toast.good(t(now.isSurenotify ? 'notify.turnedOn' : 'notify.turnedOff'))
    },
  })
  const { isSurenotify, secrets } = setting
  const ask = async () => {
    const on = !isSurenotify
    const agreed = await askToConfirm({
      title: t(on ? 'notify.askOn' : 'notify.askOff'),
      text: t(on ? 'notify.askOnText' : 'notify.askOffText'),
      ok: t(on ? 'notify.turnOn' : 'notify.turnOff'),
    })
    if (agreed) turn.mutate(on)
  }
  return (
    <div className="wrap">
      <Button
        size="s"
        busy={turn.isPending}
        disabled={!mayWrite || (!isSurenotify && !secrets.surenotifyKey.set)}
        onClick={() => void ask()}
      >
        {t(isSurenotify ? 'notify.turnOff' : 'notify.turnOn')}
      </Button>
      {!secrets.surenotifyKey.set && <span className="caption">{t('notify.needsKey')}</span>}
    </div>
  )
}
