import type { CommentModRow } from '@kaimai/contract/comment-mod/comment-mod.routes.ts'
import type { SheetFormat } from '@kaimai/contract/common/sheet.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconCopy, IconDownload, IconPencil, IconStar, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { useList } from '../../lib/list/use-list.ts'
import { paths } from '../../lib/paths/paths.ts'
import { useMay } from '../../lib/session/use-session.tsx'
import { fileDay, saveFile } from '../../lib/sheet/download-sheet.ts'
import { askToConfirm } from '../../ui/confirm.tsx'
import type { Column } from '../../ui/data-table.tsx'
import type { MenuItem } from '../../ui/dropdown-menu.tsx'
import { Figure, TimeText, TwoLines } from '../../ui/figure.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { PictureCell } from '../../ui/list-cells.tsx'
import { toast } from '../../ui/toast.tsx'
import { ListPage } from '../../resource/list-page.tsx'
import { FilterSelect } from '../../ui/toolbar.tsx'
import { videoShown } from '../video/video.api.ts'
import { commentModKey, commentSheet, copyCommentMod, listCommentMods, removeCommentMod } from './comment-mod.api.ts'
import css from './comment-mod-list.module.css'
import { MarkedDialog } from './marked-dialog.tsx'

type Row = z.output<typeof CommentModRow>

const useColumns = (): readonly Column<Row>[] => {
  const t = useText('comment-mod')
  const f = useFormat()
  return [
    {
      key: 'commentModName',
      title: t('list.group'),
      card: 'main',
      sortable: true,
      render: ({ commentModName, videoName, thumbnailUrl }) => (
        <PictureCell src={thumbnailUrl} sub={videoName || t('list.noVideo')}>
          <span className={css.name}>{commentModName}</span>
        </PictureCell>
      ),
    },
    {
      key: 'comments',
      title: t('list.comments'),
      align: 'right',
      width: 128,
      card: 'fact',
      sortable: true,
      render: ({ comments }) => <Figure value={f.number(comments)} />,
    },
    {
      key: 'changedAt',
      title: t('list.changedAt'),
      width: 168,
      card: 'bare',
      sortable: true,
      render: ({ changedAt }) => (
        <TwoLines sub={<span className={css.wideOnly}>{f.relative(changedAt)}</span>}>
          <TimeText iso={changedAt}>{f.near(changedAt)}</TimeText>
        </TwoLines>
      ),
    },
    {
      key: 'createdAt',
      title: t('list.createdAt'),
      width: 168,
      priority: 'wide',
      sortable: true,
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
  const list = useList({
    key: [...commentModKey, 'list'],
    load: listCommentMods,
    filters: { videoId: 'text' },
    sort: '-createdAt',
  })
  const { videoId } = list.filters
  const video = useQuery({ ...videoShown(videoId), enabled: videoId !== '' }).data
  const [marked, setMarked] = useState<Row>()
  const refresh = () => queries.invalidateQueries({ queryKey: commentModKey })

  const copy = useMutation({
    mutationFn: ({ id }: Row) => copyCommentMod(id),
    onSuccess: async ({ id, commentModName }) => {
      await refresh()
      toast.good(t('copy.done', { name: commentModName }))
      void navigate(paths.msgroupEdit({ commentModId: id }))
    },
  })
  const download = useMutation({
    mutationFn: async ({ row, format }: { row: Row; format: SheetFormat }) =>
      saveFile(await commentSheet(row.id, format), `${row.commentModName}-${fileDay()}.${format}`),
  })

  const remove = async ({ id, commentModName }: Row) => {
    const agreed = await askToConfirm({
      title: t('remove.title', { name: commentModName }),
      text: t('remove.text'),
      ok: t('remove.ok'),
      danger: true,
      run: () => removeCommentMod(id).catch(report),
    })
    if (!agreed) return
    await queries.invalidateQueries({ queryKey: commentModKey })
    toast.good(t('remove.done', { name: commentModName }))
  }
  const actions = (row: Row): readonly MenuItem[] => [
    {
      label: t('action.edit'),
      icon: <IconPencil {...icon16} />,
      to: paths.msgroupEdit({ commentModId: row.id }),
    },
    ...(mayWrite
      ? [
          { label: t('action.copy'), icon: <IconCopy {...icon16} />, run: () => copy.mutate(row) },
          { label: t('action.marked'), icon: <IconStar {...icon16} />, run: () => setMarked(row) },
        ]
      : []),
    'line',
    {
      label: t('action.exportXlsx'),
      icon: <IconDownload {...icon16} />,
      run: () => download.mutate({ row, format: 'xlsx' }),
    },
    {
      label: t('action.exportCsv'),
      icon: <IconDownload {...icon16} />,
      run: () => download.mutate({ row, format: 'csv' }),
    },
    ...(mayWrite
      ? ([
          'line',
          {
            label: t('action.remove'),
            icon: <IconTrash {...icon16} />,
            danger: true,
            run: () => void remove(row),
          },
        ] satisfies MenuItem[])
      : []),
  ]

  return (
    <ListPage<Row>
      texts="comment-mod"
      list={list}
      columns={columns}
      hidden={[]}
      art="list"
      create={mayWrite ? { label: t('action.create'), to: paths.msgroupCreate() } : undefined}
      noneHere={t('empty.none')}
      failed={t('list.failed')}
      filters={
        videoId !== '' && (
          <FilterSelect
            label={t('list.oneVideo')}
            value={videoId}
            onChange={() => list.setFilter('videoId', '')}
            choices={[{ value: videoId, label: video?.name ?? '…' }]}
          />
        )
      }
      rowName={({ commentModName }) => commentModName}
      rowTo={({ id }) => paths.msgroupEdit({ commentModId: id })}
      actions={actions}
    >
      {marked && (
        <MarkedDialog commentModId={marked.id} onClose={() => setMarked(undefined)} onAdded={() => void refresh()} />
      )}
    </ListPage>
  )
}

/** The dialog stays open for another try; why it failed is said over it. */
const report = (error: Error): never => {
  toast.bad(error.message)
  throw error
}
