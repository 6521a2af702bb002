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
import { useText } from '../../lib/i18n/use-text.tsx'
import { useList } from '../../lib/list/use-list.ts'
import { useOpened } from '../../lib/list/use-opened.ts'
import { paths } from '../../lib/paths/paths.ts'
import { useMay } from '../../lib/session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { ExportMenu } from '../../resource/export-menu.tsx'
import { ListPage } from '../../resource/list-page.tsx'
import { AddPerson } from './add-person.tsx'
import { ImportPeople } from './import-people.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { PersonDrawer } from './person-drawer.tsx'
import { filters, listSignupUsers, signupUserCounts, signupUserKey, tabs } from './signup-user.api.ts'
import { SignupUserFilters } from './signup-user-filters.tsx'
import { useColumns } from './use-columns.tsx'
import { usePersonActions } from './use-person-actions.ts'

/** Everybody who signed up: who came, who ordered, whom to look after. */
export const SignupUserListPage = () => {
  const t = useText('signup-user')
  const narrow = useMediaQuery('(max-width: 600px)', undefined, { getInitialValueInEffect: false })
  const mayWrite = useMay('form', true)
  const actions = usePersonActions()
  const person = useOpened('person')
  const [moving, setMoving] = useState<{ readonly people: readonly SignupUserRow[]; readonly done?: () => void }>()
  const [adding, setAdding] = useState(false)
  const [importing, setImporting] = useState(useOpened('import').opened !== undefined)
  const list = useList({ key: [...signupUserKey, 'list'], load: listSignupUsers, filters, sort: '-createdAt' })
  const { narrowing } = list
  const { tab: _tab, ...others } = narrowing
  const { data: counts } = useQuery(signupUserCounts(others))
  const { columns, usuallyHidden } = useColumns(list.filters.liveId, narrow ?? false)
  const rowActions = (row: SignupUserRow) =>
    mayWrite
      ? [
          {
            label: t('action.move'),
            icon: <IconArrowsRightLeft {...icon16} />,
            run: () => setMoving({ people: [row] }),
          },
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
  const empty = list.narrowed ? undefined : (
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

  return (
    <ListPage<SignupUserRow>
      texts="signup-user"
      crumbs={[{ label: t('crumb'), to: paths.manageForm() }]}
      list={list}
      columns={columns}
      hidden={usuallyHidden}
      art="people"
      isEmpty={false}
      empty={empty}
      buttons={
        <>
          <ExportMenu
            size="s"
            label={t('export.open')}
            busy={actions.downloading}
            onExport={(format) => actions.download({ format, narrowing })}
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
      notes={
        mayWrite && (
          <ImportPeople
            open={importing}
            signupId={list.filters.signupId}
            mayImport={mayWrite}
            onEnd={() => void actions.renew()}
            onOpen={() => setImporting(true)}
            onClose={() => setImporting(false)}
          />
        )
      }
      tabs={{ label: t('tab.label'), tabs: list.tabsBy('tab', tabs, (tab) => t(`tab.${tab}`), counts) }}
      filters={<SignupUserFilters list={list} />}
      searchHint={t('list.searchHint')}
      noneHere={t('empty.noneHere')}
      rowName={({ name }) => name}
      rowTo={({ id }) => person.to(id)}
      actions={rowActions}
      bulk={{
        actions: (chosen, done) => {
          const ids = chosen.map(({ id }) => id)
          const ofWriter = [
            {
              label: t('action.move'),
              icon: <IconArrowsRightLeft {...icon16} />,
              run: () => setMoving({ people: chosen, done }),
            },
            {
              label: t('action.resend'),
              icon: <IconMail {...icon16} />,
              run: () => void actions.askResend(ids, chosen[0]?.name ?? ''),
            },
            { label: t('action.stop'), icon: <IconBellOff {...icon16} />, run: () => actions.setNotices(ids, true) },
          ]
          const run = () => actions.download({ format: 'xlsx', narrowing, ids })
          return [...(mayWrite ? ofWriter : []), { label: t('action.export'), icon: <IconDownload {...icon16} />, run }]
        },
      }}
    >
      {person.opened !== undefined && (
        <PersonDrawer
          id={person.opened}
          mayWrite={mayWrite}
          actions={actions}
          onMove={(row) => setMoving({ people: [row] })}
          onClose={person.close}
        />
      )}
      {moving && (
        <MoveDialog
          people={moving.people}
          fromLiveId={list.filters.liveId}
          onMoved={() => {
            moving.done?.()
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
    </ListPage>
  )
}
