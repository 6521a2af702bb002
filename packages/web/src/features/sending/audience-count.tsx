import type { SendingPreview } from '@kaimai/contract/sending/sending.routes.ts'
import { dropReasons } from '@kaimai/contract/sending/sending.rules.ts'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'

/** How many get a letter, how many don't and why, and who lacks a value. */
export const AudienceCount = ({ counted }: { counted: SendingPreview }) => {
  const t = useText('sending')
  const f = useFormat()
  const dropped = dropReasons.filter((reason) => counted.dropped[reason] > 0)
  return (
    <div role="status" className="stack">
      <p>
        <strong>{t('counted.people', { count: f.number(counted.people) })}</strong>
      </p>
      {dropped.length > 0 && (
        <ul aria-label={t('counted.dropped')}>
          {dropped.map((reason) => (
            <li key={reason}>{t(`dropped.${reason}`, { count: f.number(counted.dropped[reason]) })}</li>
          ))}
        </ul>
      )}
      {counted.lacking.map(({ variable, count, emails }) => (
        <p key={variable} className="failure-line">
          {t('counted.lacking', { variable, count: f.number(count), emails: emails.join(', ') })}
        </p>
      ))}
    </div>
  )
}
