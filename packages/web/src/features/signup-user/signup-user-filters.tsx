import { signupUserSources } from '@kaimai/contract/signup-user/signup-user.rules.ts'
import { taipeiDay } from '@kaimai/contract/common/taipei.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import type { useList } from '../../lib/list/use-list.ts'
import { DayFilter } from '../../ui/day-filter.tsx'
import { FilterSelect } from '../../ui/toolbar.tsx'
import { newestSignups } from '../signup/signup.api.ts'
import { type filters, signupLives } from './signup-user.api.ts'

type List = Pick<ReturnType<typeof useList<never, typeof filters>>, 'filters' | 'setFilter'>

const formsShown = 100
const dayMs = 24 * 60 * 60_000

/** Filters: form, session, day, orders, where from. */
export const SignupUserFilters = ({ list }: { list: List }) => {
  const t = useText('signup-user')
  const f = useFormat()
  const { signupId, liveId, day, ordered, source } = list.filters
  const { data: forms } = useQuery(newestSignups(formsShown))
  const { data: lives = [] } = useQuery(signupLives(signupId === '' ? undefined : signupId))
  const choices = signupId === '' ? lives : lives.filter(({ chosen }) => chosen)
  const [now] = useState(() => Date.now())
  const today = taipeiDay(now)
  const yesterday = taipeiDay(now - dayMs)
  return (
    <>
      <FilterSelect
        label={t('filter.form')}
        value={signupId}
        onChange={(id) => list.setFilter('signupId', id)}
        choices={(forms?.items ?? []).map(({ id, signupName }) => ({ value: id, label: signupName }))}
      />
      <FilterSelect
        label={t('filter.session')}
        value={liveId}
        onChange={(id) => list.setFilter('liveId', id)}
        choices={choices.map((live) => ({ value: live.liveId, label: `${live.title}・${f.dayTime(live.beginAt)}` }))}
      />
      <DayFilter
        label={t('filter.day')}
        value={day}
        shown={day === '' ? '' : f.day(`${day}T12:00:00+08:00`)}
        onChange={(chosen) => list.setFilter('day', chosen)}
        latest={today}
        quick={[
          { label: t('filter.today'), day: today },
          { label: t('filter.yesterday'), day: yesterday },
        ]}
      />
      <FilterSelect
        label={t('filter.ordered')}
        value={ordered}
        onChange={(answer) => list.setFilter('ordered', answer)}
        choices={(['yes', 'no'] as const).map((answer) => ({ value: answer, label: t(`filter.orderedIs.${answer}`) }))}
      />
      <FilterSelect
        label={t('filter.source')}
        value={source}
        onChange={(from) => list.setFilter('source', from)}
        choices={signupUserSources.map((from) => ({ value: from, label: t(`source.${from}`) }))}
      />
    </>
  )
}
