import { type SignupUserField, signupUserFields } from '@kaimai/contract/signup-user/signup-user.rules.ts'
import type { SignupUserEvent } from '@kaimai/contract/signup-user/signup-user.schema.ts'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { Timeline, type TimelineStep } from '../../ui/timeline.tsx'

const tones = new Map<string, TimelineStep['tone']>([
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
    <Timeline
      steps={events.map((event) => ({
        at: event.at,
        time: `${f.day(event.at)} ${f.time(event.at)}`,
        title: t(`event.${event.kind}`),
        by: event.actor,
        detail: detailOf(event),
        tone: tones.get(event.kind),
      }))}
    />
  )
}
