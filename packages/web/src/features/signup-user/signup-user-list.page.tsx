import type { SignupUserRow } from '@kaimai/contract/signup-user/signup-user.schema.ts'
import {
  IconArrowsRightLeft,
  IconBell,
  IconBellOff,
  IconDownload,
  IconMail,
  IconUpload,
  IconUserPlus,
} from '@tabler/icons-react'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useText } from '../../lib/i18n/use-text.tsx'
import { useList } from '../../lib/list/use-list.ts'
import { paths } from '../../lib/paths/paths.ts'
import { useMay } from '../../lib/session/use-session.tsx'
import { BulkBar } from '../../ui/bulk-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { ColumnChoice, useHiddenColumns } from '../../ui/column-choice.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { DropdownMenu } from '../../ui/dropdown-menu.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { AddPerson } from './add-person.tsx'
import { ImportPeople } from './import-people.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { PersonDrawer } from './person-drawer.tsx'
import { filters, listSignupUsers, type Narrowing, signupUserCounts, signupUserKey, tabs } from './signup-user.api.ts'
import { SignupUserFilters } from './signup-user-filters.tsx'
import { useColumns } from './use-columns.tsx'
import { usePersonActions } from './use-person-actions.ts'

/** Everybody who signed up: who came, who ordered, whom to look after. */
export const SignupUserListPage = () => {
  const t = useText('signup-user')
  const narrow = useMediaQuery('(max-width: 600px)', undefined, { getInitialValueInEffect: false })
  const mayWrite = useMay('form', true)
  const actions = usePersonActions()
  const [params, setParams] = useSearchParams()
  const [selected, setSelected] = useState<readonly string[]>([])
  const [moving, setMoving] = useState<readonly SignupUserRow[]>()
  const [adding, setAdding] = useState(false)
  const [importing, setImporting] = useState(params.get('import') !== null)
  const list = useList({ key: [...signupUserKey, 'list'], load: listSignupUsers, filters, sort: '-createdAt' })
  const { rows } = list
  const narrowing: Narrowing = {
    ...(list.q === '' ? {} : { q: list.q }),
    ...Object.fromEntries(Object.entries(list.filters).filter(([, value]) => value !== '')),
  }
  const { tab: _tab, ...others } = narrowing
  const { data: counts } = useQuery(signupUserCounts(others))
  const { columns, usuallyHidden } = useColumns(list.filters.liveId, narrow ?? false)
  const { hidden, toggle } = useHiddenColumns('signup-user', usuallyHidden)
  const withPerson = (person: string | undefined) => {
    const next = new URLSearchParams(params)
    if (person === undefined) next.delete('person')
    else next.set('person', person)
    return next
  }
  const chosen = rows.filter(({ id }) => selected.includes(id))
  const chosenIds = chosen.map(({ id }) => id)
  const clear = () => setSelected([])

  const countOf = { '': counts?.all, ...counts }
  const linkTabs = (['', ...tabs] as const).map((tab) => ({
    label: t(`tab.${tab || 'all'}`),
    to: list.linkTo({ tab }),
    current: list.filters.tab === tab,
    count: countOf[tab],
  }))
  const rowActions = (row: SignupUserRow) =>
    mayWrite
      ? [
          { label: t('action.move'), icon: <IconArrowsRightLeft {...icon16} />, run: () => setMoving([row]) },
          {
            label: t('action.resend'),
            icon: <IconMail {...icon16} />,
            disabled: row.isCancelNotice,
            run: () => void actions.askResend([row.id], row.name),
          },
          row.isCancelNotice
            ? {
                label: t('action.resume'),
                icon: <IconBell {...icon16} />,
                run: () => actions.setNotices([row.id], false),
              }
            : {
                label: t('action.stop'),
                icon: <IconBellOff {...icon16} />,
                run: () => actions.setNotices([row.id], true),
              },
        ]
      : []
  const exportItems = (ids?: readonly string[]) =>
    (['xlsx', 'csv'] as const).map((format) => ({
      label: t(`export.${format}`),
      run: () => actions.download({ format, narrowing, ...(ids === undefined ? {} : { ids }) }),
    }))
  const empty = list.narrowed ? (
    <EmptyState
      art="search"
      title={list.q === '' ? t('empty.noneHere') : t('empty.none', { q: list.q })}
      text={t('empty.noneText')}
      action={<Button onClick={list.clear}>{t('empty.clear')}</Button>}
    />
  ) : (
    <EmptyState
      art="people"
      title={t('empty.title')}
      text={t('empty.text')}
      action={
        mayWrite && (
          <Button kind="primary" icon={<IconUpload {...icon16} />} onClick={() => setImporting(true)}>
            {t('import.open')}
          </Button>
        )
      }
    />
  )
  const opened = params.get('person') ?? undefined

  return (
    <>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        crumbs={[{ label: t('crumb'), to: paths.manageForm() }]}
        actions={
          <>
            <DropdownMenu
              items={exportItems()}
              renderTrigger={(trigger) => (
                <Button size="s" icon={<IconDownload {...icon16} />} busy={actions.downloading} {...trigger}>
                  {t('export.open')}
                </Button>
              )}
            />
            {mayWrite && (
              <>
                <Button size="s" icon={<IconUpload {...icon16} />} onClick={() => setImporting(true)}>
                  {t('import.open')}
                </Button>
                <Button kind="primary" size="s" icon={<IconUserPlus {...icon16} />} onClick={() => setAdding(true)}>
                  {t('add.open')}
                </Button>
              </>
            )}
          </>
        }
      />
      {mayWrite && (
        <ImportPeople
          open={importing}
          signupId={list.filters.signupId}
          mayImport={mayWrite}
          onEnd={() => void actions.renew()}
          onOpen={() => setImporting(true)}
          onClose={() => setImporting(false)}
        />
      )}
      <LinkTabs label={t('tab.label')} tabs={linkTabs} />
      <SignupUserFilters list={list} end={<ColumnChoice columns={columns} hidden={hidden} toggle={toggle} />} />
      <DataTable
        {...list.table}
        label={t('list.label')}
        columns={columns}
        hiddenColumns={hidden}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        rowTo={({ id }) => `?${withPerson(id)}`}
        actions={rowActions}
        selected={selected}
        onSelect={setSelected}
        empty={empty}
      />
      <BulkBar
        count={chosen.length}
        onClear={clear}
        actions={[
          ...(mayWrite
            ? [
                { label: t('action.move'), icon: <IconArrowsRightLeft {...icon16} />, run: () => setMoving(chosen) },
                {
                  label: t('action.resend'),
                  icon: <IconMail {...icon16} />,
                  run: () => void actions.askResend(chosenIds, chosen[0]?.name ?? ''),
                },
                {
                  label: t('action.stop'),
                  icon: <IconBellOff {...icon16} />,
                  run: () => actions.setNotices(chosenIds, true),
                },
              ]
            : []),
          {
            label: t('action.export'),
            icon: <IconDownload {...icon16} />,
            run: () => actions.download({ format: 'xlsx', narrowing, ids: chosenIds }),
          },
        ]}
      />
      {opened !== undefined && (
        <PersonDrawer
          id={opened}
          mayWrite={mayWrite}
          actions={actions}
          onMove={(person) => setMoving([person])}
          onClose={() => setParams(withPerson(undefined), { replace: true })}
        />
      )}
      {moving && (
        <MoveDialog
          people={moving}
          fromLiveId={list.filters.liveId}
          onMoved={() => {
            clear()
            void actions.renew()
          }}
          onClose={() => setMoving(undefined)}
        />
      )}
      {adding && (
        <AddPerson
          signupId={list.filters.signupId}
          onDone={() => void actions.renew()}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  )
}
