import { clsx } from 'clsx'
import { useState } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { FieldFrame } from '../../ui/field-frame.tsx'
import { Thumb } from '../../ui/thumb.tsx'
import { VideoPicker } from '../video/video-picker.tsx'
import css from './live-form.module.css'

/** What the form knows of the chosen video. */
export interface ChosenVideo {
  readonly id: string
  readonly name: string
  readonly durationMs: number | null
  readonly thumbnailUrl: string
}

interface VideoFieldProps {
  readonly video: ChosenVideo | undefined
  readonly onChoose: (video: ChosenVideo) => void
  readonly error: string | undefined
  /** The live runs: its video stays. */
  readonly fixed: boolean
}

/** The recording that the live plays. */
export const VideoField = ({ video, onChoose, error, fixed }: VideoFieldProps) => {
  const t = useText('live')
  const f = useFormat()
  const [open, setOpen] = useState(false)
  return (
    <FieldFrame
      label={t('basics.video')}
      description={t(fixed ? 'basics.videoFixed' : 'basics.videoHint')}
      name="videoId"
      error={error}
      required
      group
    >
      {(control) => (
        <div className={css.video} data-invalid={control['aria-invalid']}>
          {video && <Thumb src={video.thumbnailUrl} width={72} height={40} />}
          <span className={clsx('grow', css.videoWords)}>
            <b>{video?.name ?? t('basics.noVideo')}</b>
            {video && video.durationMs !== null && (
              <small className="caption">{f.duration(video.durationMs / 1000)}</small>
            )}
          </span>
          <Button size="s" onClick={() => setOpen(true)} disabled={fixed} aria-haspopup="dialog">
            {t(video ? 'basics.changeVideo' : 'basics.chooseVideo')}
          </Button>
          <VideoPicker open={open} onClose={() => setOpen(false)} chosen={video?.id} onChoose={onChoose} />
        </div>
      )}
    </FieldFrame>
  )
}
