import { useMutation } from '@tanstack/react-query'
import { useText } from '../../lib/i18n/use-text.tsx'
import { CropModal } from '../../ui/crop-modal.tsx'
import { uploadImage } from './video.api.ts'

interface ImageCropProps {
  readonly url: string
  /** Width to height; 1: a square. */
  readonly ratio: number
  readonly onClose: () => void
  /** The URL of what was cut out and takes its place. */
  readonly onDone: (url: string) => void
}

/** Cuts a picture to a shape and uploads that as a picture of its own: the old one stays until the form is saved. */
export const ImageCrop = ({ url, ratio, onClose, onDone }: ImageCropProps) => {
  const t = useText('video')
  const upload = useMutation({
    mutationFn: (picture: Blob) => uploadImage(new File([picture], 'cut.webp', { type: picture.type })),
    meta: { ownErrors: true },
    onSuccess: (stored) => onDone(stored.url),
  })
  return (
    <CropModal
      src={url}
      ratio={ratio}
      busy={upload.isPending}
      failure={upload.error?.message}
      onClose={onClose}
      onDone={(picture) => upload.mutate(picture)}
      words={{
        title: t('crop.title'),
        hint: t('crop.hint'),
        stage: t(ratio === 1 ? 'crop.stage' : 'crop.stageWide'),
        zoom: t('crop.zoom'),
        closer: t('crop.closer'),
        further: t('crop.further'),
        apply: t('crop.apply'),
      }}
    />
  )
}
