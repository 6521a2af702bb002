import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { useFirm, useMay } from '../../lib/session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { toast } from '../../ui/toast.tsx'
import { letterSetting, switchWebhook } from './letter-setting.api.ts'
import type { SectionProps } from './section-props.ts'

/** Whether Surenotify tells us what becomes of letters, and where. */
export const WebhookSwitch = ({ setting }: SectionProps) => {
  const t = useText('firm')
  const f = useFormat()
  const { firmId } = useFirm()
  const mayWrite = useMay('setting', true)
  const client = useQueryClient()
  const { data } = useQuery(letterSetting())
  const turn = useMutation({
    mutationFn: (on: boolean) => switchWebhook(firmId, on),
    onSuccess: (now) => {
      client.setQueryData(letterSetting().queryKey, now)
      toast.good(t(now.webhook ? 'notify.webhookTurnedOn' : 'notify.webhookTurnedOff'))
    },
  })
  if (!data) return null
  const { webhook, webhookUrl, lastNoticeAt } = data
  return (
    <section className="stack-s" aria-label={t('notify.webhook')}>
      <p className="row-s">
        <b>{t('notify.webhook')}</b>
        <StatusChip colour={webhook ? 'green' : 'grey'}>
          {t(webhook ? 'notify.webhookOn' : 'notify.webhookOff')}
        </StatusChip>
      </p>
      <p className="caption">{t('notify.webhookWhy')}</p>
      {webhook && <CopyField value={webhookUrl} label={t('notify.webhookAddress')} />}
      <div className="wrap">
        <Button
          size="s"
          busy={turn.isPending}
          disabled={!mayWrite || (!webhook && !setting.secrets.surenotifyKey.set)}
          onClick={() => turn.mutate(!webhook)}
        >
          {t(webhook ? 'notify.webhookTurnOff' : 'notify.webhookTurnOn')}
        </Button>
        {webhook && (
          <span className="caption">
            {lastNoticeAt === null
              ? t('notify.webhookNothing')
              : t('notify.webhookLast', { time: f.dateTime(lastNoticeAt) })}
          </span>
        )}
      </div>
    </section>
  )
}
