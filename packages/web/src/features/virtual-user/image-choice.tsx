import { useId } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { FieldFrame } from '../../ui/field-frame.tsx'
import { Avatar } from '../../ui/thumb.tsx'
import css from './virtual-user.module.css'

interface ImageChoiceProps {
  readonly value: string
  readonly onChange: (userImgId: string) => void
  readonly error: string | undefined
  readonly images: readonly { readonly userImgId: string; readonly userImgUrl: string }[]
  /** Of the person: its first letter stands where there is no picture. */
  readonly name: string
}

const size = 44

/** The shipped pictures, one of which is chosen; arrow keys walk them. */
export const ImageChoice = ({ value, onChange, error, images, name }: ImageChoiceProps) => {
  const t = useText('virtual-user')
  const group = useId()
  const radio = (userImgId: string, label: string, src: string) => (
    <label key={userImgId} className={css.image} title={userImgId === '' ? label : undefined}>
      <input
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
  return (
    <FieldFrame label={t('form.image')} name="userImgId" error={error} group>
      {() => (
        <div className={css.images} role="radiogroup" aria-label={t('form.image')}>
          {images.map(({ userImgId, userImgUrl }, index) =>
            radio(userImgId, t('form.imageNumber', { number: index + 1 }), userImgUrl),
          )}
          {radio('', t('form.noImage'), '')}
        </div>
      )}
    </FieldFrame>
  )
}
