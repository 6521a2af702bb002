import { type SignupUserField, signupUserFields } from '@kaimai/contract/signup-user/signup-user.rules.ts'
import type { SignupUserEvent } from '@kaimai/contract/signup-user/signup-user.schema.ts'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import css from './person-timeline.module.css'

const tones = new Map<string, string>([
  ['came', 'good'],
  ['ordered', 'good'],
  ['noticesStopped', 'warn'],
])

const isField = (name: string): name is SignupUserField => (signupUserFields as readonly string[]).includes(name)

/** What has happened to a person, by whom; the newest last. */
export const PersonTimeline = ({ events }: { events: readonly SignupUserEvent[] }) => {
  const t = useText('signup-user')
  const f = useFormat()
  const detailOf = ({ kind, detail }: SignupUserEvent): string =>
    kind === 'edited'
      ? f.list(
          detail
            .split(' ')
            .filter(isField)
            .map((field) => t(`field.${field}`)),
        )
      : detail
  return (
    <ol className={css.timeline}>
      {events.map((event, index) => {
        const detail = detailOf(event)
        return (
          // oxlint-disable-next-line react/no-array-index-key
          <li key={`${event.at}-${event.kind}-${index}`} data-tone={tones.get(event.kind)}>
            <p className={css.what}>{t(`event.${event.kind}`)}</p>
            {detail !== '' && <p className={css.detail}>{detail}</p>}
            <p className={css.when}>
              <time dateTime={event.at}>
                {f.day(event.at)} {f.time(event.at)}
              </time>
              {event.actor !== '' && <span>{event.actor}</span>}
            </p>
          </li>
        )
      })}
    </ol>
  )
}
