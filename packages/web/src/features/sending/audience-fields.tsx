import type { SendingAudience } from '@kaimai/contract/sending/sending.routes.ts'
import type { SendingChannel } from '@kaimai/contract/sending/sending.rules.ts'
import { sessionGroups, takesMinute } from '@kaimai/contract/sending/session-audience.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { LabelledNumber, LabelledSelect } from '../../ui/field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { newestLives } from '../live/live.api.ts'
import { newestSignups } from '../signup/signup.api.ts'
import { ConsentField } from './consent-field.tsx'
import { ListFields } from './list-fields.tsx'

const offered = 100
const kinds = ['form', 'session', 'customers', 'list'] as const

const emptyOf = (kind: SendingAudience['kind']): SendingAudience => {
  if (kind === 'list') return { kind, text: '', consent: '' }
  if (kind === 'customers') return { kind, liveId: '', consent: '' }
  return kind === 'form' ? { kind, signupId: '' } : { kind, liveId: '', who: 'all' }
}

interface AudienceFieldsProps {
  readonly channel: SendingChannel
  readonly audience: SendingAudience
  readonly onChange: (audience: SendingAudience) => void
  readonly errorAt: (path: string) => string | undefined
}

/** Whom a sending goes to: a form's people, a session's or those invited to it, or a list that the shop brings along. */
export const AudienceFields = ({ channel, audience, onChange, errorAt }: AudienceFieldsProps) => {
  const t = useText('sending')
  const forms = useQuery({ ...newestSignups(offered), enabled: audience.kind === 'form' })
  const lives = useQuery({ ...newestLives(offered), enabled: 'liveId' in audience })
  return (
    <>
      <Segmented
        label={t('form.audience')}
        value={audience.kind}
        onChange={(kind) => onChange(emptyOf(kind))}
        options={kinds.map((kind) => ({ value: kind, label: t(`audience.${kind}`) }))}
      />
      {audience.kind === 'form' && (
        <LabelledSelect
          name="audience.signupId"
          label={t('form.signup')}
          value={audience.signupId}
          onChange={(signupId) => onChange({ ...audience, signupId })}
          error={errorAt('audience.signupId')}
          choices={(forms.data?.items ?? []).map(({ id, signupName }) => ({ value: id, label: signupName }))}
          searchable
          required
        />
      )}
      {'liveId' in audience && (
        <LabelledSelect
          name="audience.liveId"
          label={t('form.live')}
          value={audience.liveId}
          onChange={(liveId) => onChange({ ...audience, liveId })}
          error={errorAt('audience.liveId')}
          choices={(lives.data?.items ?? []).map(({ id, liveName }) => ({ value: id, label: liveName }))}
          searchable
          required
        />
      )}
      {audience.kind === 'customers' && (
        <>
          <p className="caption">
            {t('form.customersHint')}{' '}
            <Link to={paths.liveCustomers(audience.liveId === '' ? {} : { liveId: audience.liveId })}>
              {t('form.toCustomers')}
            </Link>
          </p>
          <ConsentField audience={audience} onChange={onChange} errorAt={errorAt} />
        </>
      )}
      {audience.kind === 'session' && (
        <>
          <LabelledSelect
            name="audience.who"
            label={t('form.who')}
            description={t(`whoHint.${audience.who}`)}
            value={audience.who}
            onChange={(who) => {
              if (who !== '') onChange({ ...audience, who })
            }}
            error={errorAt('audience.who')}
            choices={sessionGroups.map((who) => ({ value: who, label: t(`who.${who}`) }))}
            required
          />
          {takesMinute(audience.who) && (
            <LabelledNumber
              name="audience.minute"
              label={t('form.minute')}
              value={audience.minute}
              onChange={(minute) => onChange({ ...audience, minute })}
              error={errorAt('audience.minute')}
              unit={t('form.minuteUnit')}
              required
            />
          )}
        </>
      )}
      {audience.kind === 'list' && (
        // What a file of e-mails was read for holds no numbers.
        <ListFields key={channel} channel={channel} audience={audience} onChange={onChange} errorAt={errorAt} />
      )}
    </>
  )
}
