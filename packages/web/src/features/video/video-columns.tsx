import type { Video } from '@kaimai/contract/video/video.routes.ts'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Figure, TimeText, TwoLines } from '../../ui/figure.tsx'
import { VideoLine } from './video-line.tsx'
import css from './video-list.module.css'
import { VideoStateChip } from './video-state.tsx'

export const useVideoColumns = (): readonly Column<Video>[] => {
  const t = useText('video')
  const f = useFormat()
  return [
    {
      key: 'name',
      title: t('column.video'),
      card: 'main',
      sortable: true,
      render: (video) => <VideoLine video={video} />,
    },
    {
      key: 'state',
      title: t('column.state'),
      card: 'bare',
      width: 144,
      render: (video) => <VideoStateChip video={video} />,
    },
    {
      key: 'createdAt',
      title: t('column.createdAt'),
      card: 'bare',
      width: 152,
      sortable: true,
      render: ({ createdAt }) => (
        <TwoLines sub={<span className={css.wideOnly}>{f.relative(createdAt)}</span>}>
          <TimeText iso={createdAt}>{f.near(createdAt)}</TimeText>
        </TwoLines>
      ),
    },
    {
      key: 'durationMs',
      title: t('column.duration'),
      align: 'right',
      priority: 'wide',
      width: 104,
      sortable: true,
      render: ({ durationMs }) => <Figure value={durationMs === null ? undefined : f.duration(durationMs / 1000)} />,
    },
    {
      key: 'size',
      title: t('column.size'),
      align: 'right',
      card: 'bare',
      width: 112,
      sortable: true,
      render: ({ size }) => <Figure value={f.bytes(size)} />,
    },
  ]
}
