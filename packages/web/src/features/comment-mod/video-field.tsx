import { IconMovie } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { FieldFrame } from '../../ui/field-frame.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { VideoPicker } from '../video/video-picker.tsx'
import css from './comment-mod-form.module.css'

interface VideoFieldProps {
  readonly videoId: string
  /** Of the chosen video; empty: none is chosen. */
  readonly name: string
  readonly error: string | undefined
  readonly onChoose: (videoId: string) => void
}

/** Which video the comments are for. */
export const VideoField = ({ videoId, name, error, onChoose }: VideoFieldProps) => {
  const t = useText('comment-mod')
  const [open, setOpen] = useState(false)
  return (
    <FieldFrame label={t('form.video')} description={t('form.videoHint')} name="videoId" error={error} required group>
      {(control) => (
        <div className={css.video} data-invalid={control['aria-invalid']}>
          <IconMovie className="icon-muted" {...icon16} />
          <span className="grow clip">{name || t('form.noVideo')}</span>
          <Button size="s" onClick={() => setOpen(true)} aria-haspopup="dialog">
            {t(videoId === '' ? 'form.chooseVideo' : 'form.changeVideo')}
          </Button>
          <VideoPicker
            open={open}
            onClose={() => setOpen(false)}
            chosen={videoId || undefined}
            onChoose={({ id }) => onChoose(id)}
          />
        </div>
      )}
    </FieldFrame>
  )
}
