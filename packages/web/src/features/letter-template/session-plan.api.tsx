import { type SessionStep, sessionLetterRoutes } from '@kaimai/contract/letter/automatic-letters.routes.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/http/http.ts'
import { type Text, useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { letterTypeText } from '../letter/letter-labels.ts'
import { letterTemplateKey } from './letter-template.api.ts'
import css from './session-plan.module.css'

/** How often is asked how far letters are that leave now. */
const leavingEveryMs = 5_000
const isOnItsWay = ({ state, counts }: SessionStep): boolean => state === 'sending' || counts.waiting > 0

/** Which letters go to the people of a session, and how far they are. */
export const sessionPlan = (liveId: string) =>
  queryOptions({
    queryKey: [...letterTemplateKey, 'session', liveId],
    queryFn: ({ signal }) => call(sessionLetterRoutes.plan, { query: { liveId } }, { signal }),
    refetchInterval: ({ state: { data } }) => (data?.steps.some(isOnItsWay) ? leavingEveryMs : false),
  })

const colours = { planned: 'blue', sending: 'yellow', done: 'green', tooLate: 'grey' } as const

const whenText = (t: Text, { when, minutes, letterTemplateType: type, isOfEarlierTime }: SessionStep): string => {
  const words = {
    before: () => t(`automatic.minutes.${minutes}`),
    begin: () => t('plan.begin'),
    now: () => t('plan.now'),
    event: () => t(`plan.event.${type}`),
  }[when]()
  return isOfEarlierTime ? `${words}・${t('plan.earlier')}` : words
}

const countNames = ['sent', 'waiting', 'failed', 'skipped', 'unknown'] as const
const countsText = (t: Text, { counts, state }: SessionStep): string => {
  const shown = countNames.filter((name) => counts[name] > 0)
  if (shown.length === 0) return state === 'done' ? t('plan.nobody') : ''
  return shown.map((name) => t(`plan.count.${name}`, { count: counts[name] })).join('・')
}

/** What goes when to the people of a session, with the time of each letter and how far it is. */
export const SessionPlan = ({ liveId, label }: { readonly liveId: string; readonly label: string }) => {
  const t = useText('letter-template')
  const letterText = useText('letter')
  const f = useFormat()
  const { data, error, refetch } = useQuery(sessionPlan(liveId))
  if (!data) {
    if (error) return <ErrorState title={error.message} onRetry={() => void refetch()} />
    return <SkeletonList rows={3} />
  }
  if (data.steps.length === 0) return <p className="caption">{t('plan.none')}</p>
  return (
    <ul className={css.steps} aria-label={label}>
      {data.steps.map((step) => {
        const { letterTemplateType: type, when, minutes, dueAt, state } = step
        return (
          <li key={`${type} ${when} ${minutes} ${dueAt}`}>
            <span className={css.words}>
              <b>{letterTypeText(letterText, type)}</b>
              <small className="caption">
                {[dueAt === null ? '' : f.dateTime(dueAt), whenText(t, step)].filter((part) => part !== '').join('・')}
              </small>
            </span>
            <span className={css.counts}>{countsText(t, step)}</span>
            <StatusChip colour={colours[state]}>{t(`plan.state.${state}`)}</StatusChip>
          </li>
        )
      })}
    </ul>
  )
}
