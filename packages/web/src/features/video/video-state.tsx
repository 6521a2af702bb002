import type { Video } from '@kaimai/contract/video/video.routes.ts'
import type { VideoState } from '@kaimai/contract/video/video.states.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import type { ChipColour } from '../../ui/tag-chip.tsx'

const colours: Readonly<Record<VideoState, ChipColour>> = {
  uploading: 'grey',
  processing: 'blue',
  ready: 'green',
  failed: 'yellow',
}

/** Where a video is in its life; packaging with its percentage. */
export const VideoStateChip = ({ video: { state, progress } }: { video: Pick<Video, 'state' | 'progress'> }) => {
  const t = useText('video')
  return (
    <StatusChip colour={colours[state]}>
      {t(`state.${state}`)}
      {state === 'processing' && progress > 0 && ` ${Math.floor(progress)}%`}
    </StatusChip>
  )
}
