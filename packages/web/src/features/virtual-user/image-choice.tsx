import { IconPhotoPlus } from '@tabler/icons-react'
import { pictureFileTypes } from '@kaimai/contract/common/picture-file.rules.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { FieldFrame } from '../../ui/field-frame.tsx'
import { Avatar } from '../../ui/thumb.tsx'
import { uploadUserImage, type UserImages, virtualUserImages } from './virtual-user.api.ts'
import css from './virtual-user.module.css'

interface ImageChoiceProps {
  readonly value: string
  readonly onChange: (userImgId: string) => void
  readonly error: string | undefined
  readonly images: UserImages
  /** Of the person: its first letter stands where there is no picture. */
  readonly name: string
}

const size = 44

/** The shipped pictures and the firm's own, one of which is chosen; arrow keys walk them. */
export const ImageChoice = ({ value, onChange, error, images, name }: ImageChoiceProps) => {
  const t = useText('virtual-user')
  const queries = useQueryClient()
  const group = useId()
  const input = useRef<HTMLInputElement>(null)
  const upload = useMutation({
    mutationFn: uploadUserImage,
    onSuccess: (image) => {
      queries.setQueryData(virtualUserImages().queryKey, (before) => before && { images: [...before.images, image] })
      onChange(image.userImgId)
    },
  })
  const radio = (userImgId: string, label: string, src: string) => (
    <label key={userImgId} className={css.image} title={userImgId === '' ? label : undefined}>
      <input
        className="native-input"
        type="radio"
        name={group}
        value={userImgId}
        checked={userImgId === value}
        onChange={() => onChange(userImgId)}
        aria-label={label}
      />
      <Avatar src={src} name={name} size={size} />
    </label>
  )
  const shipped = images.filter(({ own }) => !own)
  const own = images.filter((image) => image.own)
  return (
    <FieldFrame label={t('form.image')} name="userImgId" error={error} description={t('form.imageHint')} group>
      {() => (
        <>
          <div className={css.images} role="radiogroup" aria-label={t('form.image')}>
            {shipped.map(({ userImgId, userImgUrl }, index) =>
              radio(userImgId, t('form.imageNumber', { number: index + 1 }), userImgUrl),
            )}
            {own.map(({ userImgId, userImgUrl }, index) =>
              radio(userImgId, t('form.ownNumber', { number: index + 1 }), userImgUrl),
            )}
            {radio('', t('form.noImage'), '')}
            <button
              type="button"
              className={css.upload}
              aria-label={t('form.upload')}
              title={t('form.upload')}
              aria-busy={upload.isPending}
              disabled={upload.isPending}
              onClick={() => input.current?.click()}
            >
              <IconPhotoPlus size={20} stroke={1.5} aria-hidden="true" />
            </button>
          </div>
          <input
            ref={input}
            type="file"
            accept={pictureFileTypes}
            hidden
            aria-label={t('form.upload')}
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? []
              if (file) upload.mutate(file)
              currentTarget.value = ''
            }}
          />
        </>
      )}
    </FieldFrame>
  )
}
