import type { CommentModRow } from '@kaimai/contract/comment-mod/comment-mod.routes.ts'
import { useQueryClient } from '@tanstack/react-query'
import { IconCopy, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { useShortcut } from '../../lib/keys/shortcuts.ts'
import { useList } from '../../lib/list/use-list.ts'
import { paths } from '../../lib/paths/paths.ts'
import { useMay } from '../../lib/session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { askToConfirm } from '../../ui/confirm.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import type { MenuItem } from '../../ui/dropdown-menu.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Figure, TimeText, TwoLines } from '../../ui/figure.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Thumb } from '../../ui/thumb.tsx'
import { toast } from '../../ui/toast.tsx'
import { SearchBox, Toolbar } from '../../ui/toolbar.tsx'
import { commentModKey, listCommentMods, removeCommentMod } from './comment-mod.api.ts'
import css from './comment-mod-list.module.css'

type Row = z.output<typeof CommentModRow>

const useColumns = (): readonly Column<Row>[] => {
  const t = useText('comment-mod')
  const f = useFormat()
  return [
    {
      key: 'commentModName',
      title: t('list.group'),
      card: 'main',
      render: ({ commentModName, videoName, thumbnailUrl }) => (
        <span className={css.group}>
          <Thumb src={thumbnailUrl} />
          <TwoLines sub={videoName || t('list.noVideo')}>
            <span className={css.name}>{commentModName}</span>
          </TwoLines>
        </span>
      ),
    },
    {
      key: 'comments',
      title: t('list.comments'),
      align: 'right',
      width: 160,
      card: 'fact',
      render: ({ comments }) => <Figure value={f.number(comments)} />,
    },
    {
      key: 'createdAt',
      title: t('list.createdAt'),
      align: 'right',
      width: 200,
      card: 'bare',
      priority: 'wide',
      render: ({ createdAt }) => <TimeText iso={createdAt}>{f.near(createdAt)}</TimeText>,
    },
  ]
}

export const CommentModListPage = () => {
  const t = useText('comment-mod')
  const navigate = useNavigate()
  const queries = useQueryClient()
  const mayWrite = useMay('stream', true)
  const columns = useColumns()
  const list = useList({ key: [...commentModKey, 'list'], load: listCommentMods, filters: { videoId: 'text' } })

  const remove = async ({ id, commentModName }: Row) => {
    const agreed = await askToConfirm({
      title: t('remove.title', { name: commentModName }),
      text: t('remove.text'),
      ok: t('remove.ok'),
      danger: true,
      run: () => removeCommentMod(id).catch(tell),
    })
    if (!agreed) return
    await queries.invalidateQueries({ queryKey: commentModKey })
    toast.good(t('remove.done', { name: commentModName }))
  }
  const actions = (row: Row): readonly MenuItem[] => [
    {
      label: t('action.edit'),
      icon: <IconPencil size={16} stroke={1.75} />,
      to: paths.msgroupEdit({ commentModId: row.id }),
    },
    {
      label: t('action.copy'),
      icon: <IconCopy size={16} stroke={1.75} />,
      to: paths.msgroupCreate({ copy: row.id }),
    },
    'line',
    {
      label: t('action.remove'),
      icon: <IconTrash size={16} stroke={1.75} />,
      danger: true,
      run: () => void remove(row),
    },
  ]
  const toCreate = paths.msgroupCreate()
  useShortcut({ keys: 'n', label: t('action.create'), run: () => mayWrite && void navigate(toCreate) })
  const add = mayWrite && (
    <Button kind="primary" icon={<IconPlus size={16} stroke={1.75} />} to={toCreate}>
      {t('action.create')}
    </Button>
  )
  const isEmpty = list.table.state === 'ready' && list.rows.length === 0 && !list.narrowed

  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} actions={isEmpty ? undefined : add} />
      {!isEmpty && (
        <Toolbar>
          <SearchBox label={t('list.search')} value={list.q} onChange={list.setQ} />
        </Toolbar>
      )}
      <DataTable<Row>
        {...list.table}
        label={t('list.label')}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ commentModName }) => commentModName}
        rowTo={({ id }) => paths.msgroupEdit({ commentModId: id })}
        {...(mayWrite ? { actions } : {})}
        failure={{ title: t('list.failed'), text: list.query.error?.message }}
        empty={
          isEmpty ? (
            <EmptyState art="list" title={t('empty.title')} text={t('empty.text')} action={add} />
          ) : (
            <EmptyState
              art="search"
              title={t('empty.none')}
              text={t('empty.noneText')}
              action={<Button onClick={list.clear}>{t('empty.clear')}</Button>}
            />
          )
        }
      />
    </>
  )
}

/** The dialog stays open for another try; why it failed is said over it. */
const tell = (error: Error): never => {
  toast.bad(error.message)
  throw error
}
