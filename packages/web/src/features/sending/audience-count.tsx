import { isOfSession } from '@kaimai/contract/letter/letter.rules.ts'
import type { SendingPreview } from '@kaimai/contract/sending/sending.routes.ts'
import { dropReasons, type SendingChannel } from '@kaimai/contract/sending/sending.rules.ts'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'

interface AudienceCountProps {
  readonly counted: SendingPreview
  readonly channel: SendingChannel
}

/** How many get it, how many don't and why, who lacks a value, and what text messages cost. */
export const AudienceCount = ({ counted, channel }: AudienceCountProps) => {
  const t = useText('sending')
  const templateText = useText('letter-template')
  const f = useFormat()
  const { sms } = counted
  const dropped = dropReasons.filter((reason) => counted.dropped[reason] > 0)
  return (
    <div role="status" className="stack">
      <p>
        <strong>{t('counted.people', { count: f.number(counted.people) })}</strong>
      </p>
      {dropped.length > 0 && (
        <ul aria-label={t('counted.dropped')}>
          {dropped.map((reason) => (
            <li key={reason}>{t(`dropped.${channel}.${reason}`, { count: f.number(counted.dropped[reason]) })}</li>
          ))}
        </ul>
      )}
      {counted.lacking.map(({ variable, count, addresses }) => (
        <p key={variable} className="failure-line">
          {t(isOfSession(variable) ? 'counted.noSession' : 'counted.lacking', {
            variable: templateText(`variable.${variable}`),
            count: f.number(count),
            addresses: addresses.join(', '),
          })}
        </p>
      ))}
      {sms && <p>{t('counted.points', { points: f.number(sms.tenths / 10), segments: f.number(sms.mostSegments) })}</p>}
      {sms && sms.missingTenths > 0 && (
        <p className="failure-line">{t('counted.missing', { points: f.number(sms.missingTenths / 10) })}</p>
      )}
    </div>
  )
}
