import { useMutation } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useText } from '../../lib/i18n/use-text.tsx'
import { useFirm, useMay } from '../../lib/session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { checkSenderDomain } from './firm.api.ts'
import own from './sender.module.css'
import type { SectionProps } from './section-props.ts'
import { useTakeOver } from './use-section-form.ts'

/** What to set at the saved domain's name server, and whether it has been seen there. */
export const SenderDomain = ({ setting }: SectionProps) => {
  const t = useText('firm')
  const { firmId } = useFirm()
  const mayWrite = useMay('setting', true)
  const takeOver = useTakeOver()
  const check = useMutation({
    mutationFn: () => checkSenderDomain(firmId),
    onSuccess: (now) => {
      takeOver(now)
      if (now.emailApiStatus === 2) toast.good(t('notify.verified'))
      else toast.warn(t('notify.notYet'))
    },
  })
  if (setting.dnsRecords.length === 0) return null
  return (
    <div className="stack">
      <p className="caption">{t('notify.recordsHint')}</p>
      {setting.dnsRecords.map(({ purpose, type, name, value }) => (
        <section key={purpose} className={clsx('stack-s', own.record)} aria-label={t(`notify.record.${purpose}`)}>
          <p className="row-s">
            <b>{t(`notify.record.${purpose}`)}</b>
            <span className="badge">{type}</span>
          </p>
          <dl>
            <dt className="caption">{t('notify.recordName')}</dt>
            <dd>
              <CopyField value={name} label={t('notify.recordName')} />
            </dd>
            <dt className="caption">{t('notify.recordValue')}</dt>
            <dd>
              <CopyField value={value} label={t('notify.recordValue')} />
            </dd>
          </dl>
        </section>
      ))}
      <div className="wrap">
        <Button size="s" disabled={!mayWrite} busy={check.isPending} onClick={() => check.mutate()}>
          {t('notify.check')}
        </Button>
        <span className="caption">{t('notify.checkHint')}</span>
      </div>
    </div>
  )
}
