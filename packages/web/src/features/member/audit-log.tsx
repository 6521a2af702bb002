import type { AuditRow } from '@kaimai/contract/member/member.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { IconArrowRight, IconServerCog } from '@tabler/icons-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { wallTimeOf } from '../../lib/i18n/wall-time.ts'
import { useList } from '../../lib/list/use-list.ts'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TimeText, TwoLines } from '../../ui/figure.tsx'
import { icon12 } from '../../ui/icon-props.ts'
import { Avatar } from '../../ui/thumb.tsx'
import { DayFilter } from '../../ui/day-filter.tsx'
import { FilterSelect, SearchBox, Toolbar } from '../../ui/toolbar.tsx'
import { loadAudit, membersNamed } from './member.api.ts'
import { AuditDrawer } from './audit-drawer.tsx'
import { type Change, changedParts } from './audit-changes.ts'
import { sayAction, sayPath, sayValue, subjects } from './audit-labels.ts'
import css from './audit.module.css'

const zone = 'Asia/Taipei'
const dayMs = 86_400_000
const dayAgo = (days: number) => wallTimeOf(Date.now() - days * dayMs, zone).slice(0, 10)

const periods = ['today', 'yesterday', 'week', 'month'] as const
type Period = (typeof periods)[number]
const spanOf = (period: Period): { from: string; to: string } =>
  ({
    today: { from: dayAgo(0), to: dayAgo(0) },
    yesterday: { from: dayAgo(1), to: dayAgo(1) },
    week: { from: dayAgo(6), to: dayAgo(0) },
    month: { from: dayAgo(29), to: dayAgo(0) },
  })[period]

/** Who changed what, when and from where: for owners and managers. */
export const AuditLog = () => {
  const t = useText('member')
  const f = useFormat()
  const [, setParams] = useSearchParams()
  const [opened, setOpened] = useState<AuditRow>()
  const members = useQuery(membersNamed())
  const list = useList({
    key: ['audit'],
    load: ({ sort, ...params }, signal) => loadAudit({ ...params, ...(sort === 'createdAt' ? { sort } : {}) }, signal),
    filters: { memberId: 'text', action: subjects, from: 'text', to: 'text' },
    sort: '-createdAt',
  })
  const { from, to } = list.filters
  const set = (patch: Readonly<Record<string, string>>) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        next.delete('page')
        for (const [name, value] of Object.entries(patch)) {
          if (value === '') next.delete(name)
          else next.set(name, value)
        }
        return next
      },
      { replace: true },
    )
  const oneDay = from !== '' && from === to ? from : ''
  const period = periods.find((each) => spanOf(each).from === from && spanOf(each).to === to) ?? ''

  const columns: Column<AuditRow>[] = [
    {
      key: 'what',
      title: t('audit.what'),
      card: 'main',
      render: (row) => (
        <span className={css.what}>
          <TwoLines sub={row.targetName === '' ? undefined : <span>{row.targetName}</span>}>
            <b>{sayAction(t, row.action)}</b>
          </TwoLines>
        </span>
      ),
    },
    {
      key: 'who',
      title: t('audit.who'),
      card: 'bare',
      width: 168,
      render: (row) => <Actor row={row} />,
    },
    {
      key: 'changes',
      title: t('audit.changes'),
      card: 'none',
      priority: 'wide',
      width: 264,
      render: ({ changes }) => <Changes changes={changes} />,
    },
    {
      key: 'createdAt',
      title: t('audit.time'),
      align: 'right',
      card: 'bare',
      sortable: false,
      width: 128,
      render: ({ createdAt }) => (
        <TwoLines sub={f.relative(createdAt)}>
          <TimeText iso={createdAt}>{f.near(createdAt)}</TimeText>
        </TwoLines>
      ),
    },
  ]
  const { narrowed } = list
  const isEmpty = list.table.state === 'ready' && list.total === 0 && !narrowed
  const clear = () => set({ q: '', memberId: '', action: '', from: '', to: '' })

  return (
    <>
      {!isEmpty && (
        <Toolbar>
          <SearchBox label={t('audit.search')} value={list.q} onChange={list.setQ} />
          <FilterSelect
            label={t('audit.member')}
            value={list.filters.memberId}
            onChange={(memberId) => set({ memberId })}
            choices={(members.data?.items ?? []).map(({ id, userName }) => ({ value: id, label: userName }))}
          />
          <FilterSelect
            label={t('audit.subjectFilter')}
            value={list.filters.action}
            onChange={(action) => set({ action })}
            choices={subjects.map((subject) => ({ value: subject, label: t(`audit.subject.${subject}`) }))}
          />
          <FilterSelect<Period>
            label={t('audit.period')}
            value={period}
            onChange={(chosen) => set(chosen === '' ? { from: '', to: '' } : spanOf(chosen))}
            choices={periods.map((each) => ({ value: each, label: t(`audit.${each}`) }))}
          />
          <DayFilter
            label={t('audit.day')}
            value={oneDay}
            shown={oneDay === '' ? '' : f.day(`${oneDay}T12:00:00+08:00`)}
            latest={dayAgo(0)}
            onChange={(day) => set({ from: day, to: day })}
          />
        </Toolbar>
      )}
      <DataTable
        {...list.table}
        label={t('audit.label')}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ action }) => sayAction(t, action)}
        onRow={setOpened}
        empty={
          narrowed ? (
            <EmptyState
              art="search"
              title={t('audit.none')}
              text={t('audit.noneText')}
              action={<Button onClick={clear}>{t('list.clear')}</Button>}
            />
          ) : (
            <EmptyState art="search" title={t('audit.empty')} text={t('audit.emptyText')} />
          )
        }
      />
      {opened && <AuditDrawer row={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

export const Actor = ({ row }: { row: AuditRow }) => {
  const t = useText('member')
  const isOperator = row.memberId === null
  return (
    <span className="row-s">
      {isOperator ? (
        <IconServerCog className="icon-muted" size={20} stroke={1.5} aria-hidden="true" />
      ) : (
        <Avatar name={row.actorName} size={24} />
      )}
      <TwoLines sub={row.ip === '' ? undefined : row.ip}>{isOperator ? t('audit.operator') : row.actorName}</TwoLines>
    </span>
  )
}

const maxShown = 2

const Changes = ({ changes }: { changes: readonly Change[] }) => {
  const t = useText('member')
  const parts = changes.flatMap(changedParts)
  if (parts.length === 0) return <span className={css.none}>—</span>
  const more = parts.length - maxShown
  return (
    <span className={css.changes}>
      {parts.slice(0, maxShown).map(({ path, before, after }) => (
        <span key={path.join('/')} className={css.change}>
          <span className={css.field}>{sayPath(t, path)}</span>
          {before !== null && (
            <>
              <span className={css.before}>{sayValue(t, path.at(-1) ?? '', before)}</span>
              <IconArrowRight className="icon-muted" {...icon12} />
            </>
          )}
          <span>{sayValue(t, path.at(-1) ?? '', after) ?? '—'}</span>
        </span>
      ))}
      {more > 0 && <span className="caption">{t('audit.more', { count: more })}</span>}
    </span>
  )
}
