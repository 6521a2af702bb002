import type { Video } from '@kaimai/contract/video/video.routes.ts'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'

type Noted = Pick<Video, 'state' | 'problem' | 'width' | 'height' | 'heldBytes' | 'size' | 'sweptAt'>

/** The note of a video in one line: why it failed or waits, what to do next, what was lost or changed, or how large its picture is. */
export const useVideoNote = ({
  state,
  problem,
  width,
  height,
  heldBytes,
  size,
  sweptAt,
}: Noted): string | undefined => {
  const t = useText('video')
  const f = useFormat()
  if (state === 'failed') return problem
  if (state === 'uploading')
    return t('note.uploading', {
      percent: f.percent(Math.floor((heldBytes / size) * 100) / 100),
      day: sweptAt === null ? '' : f.day(sweptAt),
    })
  if (state === 'processing') return problem === '' ? t('note.processing') : problem
  if (problem !== '') return problem
  if (width === null || height === null) return undefined
  const shape = width === height ? 'square' : width > height ? 'landscape' : 'portrait'
  return t(`note.${shape}`, { width, height })
}
