import type { SignupRow } from '@kaimai/contract/signup/signup.routes.ts'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import {
  IconCopy,
  IconCopyPlus,
  IconExternalLink,
  IconEye,
  IconEyeOff,
  IconPencil,
  IconQrcode,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { useList } from '../../lib/list/use-list.ts'
import { paths } from '../../lib/paths/paths.ts'
import { useMay } from '../../lib/session/use-session.tsx'
import { copyText } from '../../ui/copy-field.tsx'
import type { Column } from '../../ui/data-table.tsx'
import type { MenuItem } from '../../ui/dropdown-menu.tsx'
import { Figure, TimeText, TwoLines } from '../../ui/figure.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { AddressCell, PictureCell } from '../../ui/list-cells.tsx'
import { ListPage } from '../../resource/list-page.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { toast } from '../../ui/toast.tsx'
import { FilterSelect } from '../../ui/toolbar.tsx'
import { formAddress, formPath } from './public-address.ts'
import { SharePanel } from './share-panel.tsx'
import { listSignups, signupCounts, signupFilters, signupKey } from './signup.api.ts'
import css from './signup-list.module.css'
import { useFormMenu } from './use-form-actions.ts'

const editPath = ({ id, pageType }: SignupRow) => paths.manageFormEdit({ pageStatus: 'edit', pageType, pageId: id })

const useCopyAddress = () => {
  const t = useText('signup')
  return (customUrl: string) =>
    void copyText(formAddress(customUrl)).then(() => toast.good(t('list.copied'), { id: 'copied' }))
}

const useColumns = (): readonly Column<SignupRow>[] => {
  const t = useText('signup')
  const f = useFormat()
  const copyAddress = useCopyAddress()
  return [
    {
      key: 'signupName',
      title: t('list.form'),
      card: 'main',
      sortable: true,
      render: ({ signupName, posterUrl, sessions, series, pageType }) => (
        <PictureCell
          src={posterUrl}
          sub={[
            ...(pageType === 'order' ? [t('list.type.order')] : []),
            ...(sessions > 0 || series === 0 ? [t('list.sessions', { count: sessions })] : []),
            ...(series > 0 ? [t('list.series', { count: series })] : []),
          ].join('・')}
        >
          <span className={css.name}>{signupName}</span>
        </PictureCell>
      ),
    },
    {
      key: 'customUrl',
      title: t('list.address'),
      priority: 'wide',
      card: 'none',
      width: 156,
      render: ({ customUrl }) => (
        <AddressCell
          path={formPath(customUrl)}
          label={t('list.copy', { path: formPath(customUrl) })}
          onCopy={() => copyAddress(customUrl)}
        />
      ),
    },
    {
      key: 'published',
      title: t('list.state'),
      width: 96,
      card: 'bare',
      render: ({ published }) => (
        <StatusChip colour={published ? 'green' : 'grey'}>
          {t(published ? 'state.published' : 'state.draft')}
        </StatusChip>
      ),
    },
    {
      key: 'nextBeginAt',
      title: t('list.next'),
      width: 136,
      card: 'bare',
      render: ({ nextBeginAt }) =>
        nextBeginAt === null ? (
          <Figure value={undefined} />
        ) : (
          <TwoLines sub={Date.parse(nextBeginAt) <= Date.now() ? t('list.running') : f.relative(nextBeginAt)}>
            <TimeText iso={nextBeginAt}>{f.near(nextBeginAt)}</TimeText>
          </TwoLines>
        ),
    },
    {
      key: 'signups',
      title: t('list.signups'),
      align: 'right',
      width: 88,
      card: 'fact',
      sortable: true,
      render: ({ signups }) => <Figure value={f.number(signups)} />,
    },
    {
      key: 'createdAt',
      title: t('list.created'),
      width: 128,
      priority: 'wide',
      card: 'none',
      sortable: true,
      render: ({ createdAt }) => <TimeText iso={createdAt}>{f.date(createdAt)}</TimeText>,
    },
  ]
}

export const SignupListPage = () => {
  const t = useText('signup')
  const narrow = useMediaQuery('(max-width: 600px)', undefined, { getInitialValueInEffect: false })
  const mayWrite = useMay('form', true)
  const columns = useColumns()
  const copyAddress = useCopyAddress()
  const menu = useFormMenu()
  const [sharing, setSharing] = useState<string>()
  const list = useList({
    key: [...signupKey, 'list'],
    load: listSignups,
    filters: signupFilters,
    sort: '-createdAt',
  })
  const counts = useQuery(signupCounts()).data

  const actions = (row: SignupRow): readonly MenuItem[] => [
    ...(mayWrite ? [{ label: t('action.edit'), icon: <IconPencil {...icon16} />, to: editPath(row) }] : []),
    {
      label: t('action.users'),
      icon: <IconUsers {...icon16} />,
      to: paths.manageFormUsers({ signupId: row.id }),
    },
    ...(row.published
      ? [
          {
            label: t('action.open'),
            icon: <IconExternalLink {...icon16} />,
            run: () => void window.open(formPath(row.customUrl), '_blank', 'noopener'),
          },
          { label: t('action.share'), icon: <IconQrcode {...icon16} />, run: () => setSharing(row.customUrl) },
        ]
      : []),
    { label: t('action.copyAddress'), icon: <IconCopy {...icon16} />, run: () => copyAddress(row.customUrl) },
    ...(mayWrite
      ? [
          {
            label: t('action.copy'),
            icon: <IconCopyPlus {...icon16} />,
            to: paths.manageFormEdit({ pageStatus: 'copy', pageType: row.pageType, pageId: row.id }),
          },
          'line' as const,
          row.published
            ? {
                label: t('action.close'),
                icon: <IconEyeOff {...icon16} />,
                run: () => void menu.setPublished(row, false),
              }
            : {
                label: t('action.publish'),
                icon: <IconEye {...icon16} />,
                run: () => void menu.setPublished(row, true),
              },
          {
            label: t('action.remove'),
            icon: <IconTrash {...icon16} />,
            danger: true,
            run: () => void menu.remove(row),
          },
        ]
      : []),
  ]
  const doMany = (rows: readonly SignupRow[], action: 'close' | 'remove', done: () => void) =>
    void menu.many(rows, action).then((isDone) => isDone && done())
  const tabText = (status: string) => t(status === 'all' ? 'list.all' : `state.${status}`)

  return (
    <ListPage<SignupRow>
      texts="signup"
      list={list}
      columns={columns}
      // On phones rows are cards.
      hidden={narrow ? undefined : []}
      art="list"
      create={
        mayWrite
          ? {
              label: t('action.create'),
              to: paths.manageFormNew({ pageStatus: 'create', pageType: 'free' }),
              more: {
                menuLabel: t('action.more'),
                items: [
                  {
                    label: t('action.createPaid'),
                    to: paths.manageFormNew({ pageStatus: 'create', pageType: 'order' }),
                  },
                ],
              },
            }
          : undefined
      }
      tabs={{ label: t('list.tabs'), tabs: list.tabsBy('status', signupFilters.status, tabText, counts) }}
      filters={
        <FilterSelect
          label={t('list.type.label')}
          value={list.filters.pageType}
          onChange={(type) => list.setFilter('pageType', type)}
          choices={signupFilters.pageType.map((value) => ({ value, label: t(`list.type.${value}`) }))}
        />
      }
      noneHere={t('empty.none')}
      clear={t('empty.clear')}
      failed={t('list.failed')}
      rowName={({ signupName }) => signupName}
      rowTo={editPath}
      actions={actions}
      bulk={
        mayWrite
          ? {
              actions: (chosen, done) => [
                {
                  label: t('action.close'),
                  icon: <IconEyeOff {...icon16} />,
                  run: () =>
                    doMany(
                      chosen.filter(({ published }) => published),
                      'close',
                      done,
                    ),
                },
                {
                  label: t('action.remove'),
                  icon: <IconTrash {...icon16} />,
                  run: () => doMany(chosen, 'remove', done),
                },
              ],
            }
          : undefined
      }
    >
      {sharing !== undefined && <SharePanel customUrl={sharing} onClose={() => setSharing(undefined)} />}
    </ListPage>
  )
}
