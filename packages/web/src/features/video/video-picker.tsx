import type { Video } from '@kaimai/contract/video/video.routes.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PickerModal } from '../../ui/picker.tsx'
import { Thumb } from '../../ui/thumb.tsx'
import { clockOf } from './clock-of.ts'
import { videosFound } from './video.api.ts'

export interface VideoPickerProps {
  readonly open: boolean
  readonly onClose: () => void
  /** Id of the video chosen so far. */
  readonly chosen: string | undefined
  readonly onChoose: (video: Video) => void
}

/** Chooses one of the firm's videos that can be played. */
export const VideoPicker = ({ open, onClose, chosen, onChoose }: VideoPickerProps) => {
  const t = useText('video')
  const f = useFormat()
  const [q, setQ] = useState('')
  const query = useQuery({ ...videosFound(q), enabled: open, placeholderData: keepPreviousData })
  const videos = query.data?.items ?? []
  return (
    <PickerModal
      open={open}
      onClose={onClose}
      title={t('picker.title')}
      search={q}
      onSearch={setQ}
      state={query.isPending ? 'loading' : query.data === undefined ? 'failed' : 'ready'}
      failure={{ title: query.error?.message ?? '' }}
      onRetry={() => void query.refetch()}
      items={videos.map(({ id, name, state, durationMs, createdAt, thumbnailUrl }) => ({
        id,
        name,
        note: f.near(createdAt),
        picture: <Thumb src={thumbnailUrl} badge={durationMs === null ? undefined : clockOf(durationMs / 1000)} />,
        unavailable: state === 'ready' ? undefined : t(`state.${state}`),
      }))}
      chosen={chosen === undefined ? [] : [chosen]}
      onChoose={([id]) => {
        const video = videos.find((each) => each.id === id)
        if (video) onChoose(video)
      }}
      confirmLabel={() => t('picker.choose')}
      empty={
        <EmptyState
          art={q === '' ? 'video' : 'search'}
          title={q === '' ? t('empty.title') : t('empty.none', { q })}
          text={q === '' ? t('picker.emptyText') : t('empty.noneText')}
          action={q === '' && <Button to={paths.manageLive({ upload: '1' })}>{t('action.upload')}</Button>}
        />
      }
    />
  )
}
