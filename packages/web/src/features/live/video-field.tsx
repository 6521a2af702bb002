import { clsx } from 'clsx'
import type { VideoState } from '@kaimai/contract/video/video.states.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { FieldFrame } from '../../ui/field-frame.tsx'
import { Thumb } from '../../ui/thumb.tsx'
import { videoFollowed } from '../video/video.api.ts'
import { VideoPicker } from '../video/video-picker.tsx'
import css from './live-form.module.css'

/** What the form knows of the chosen video. */
export interface ChosenVideo {
  readonly id: string
  readonly name: string
  readonly durationMs: number | null
  readonly thumbnailUrl: string
  /** Undefined: not known, of a live that was saved. */
  readonly state?: VideoState
  /** Of packaging, 0–100. */
  readonly progress?: number
  /** Why it can't be used; empty where it can. */
  readonly problem?: string
}

/** The chosen video as it stands now: one that is still being packaged is asked after until it is ready. */
export const useFollowedVideo = (chosen: ChosenVideo | undefined): ChosenVideo | undefined => {
  const isReady = chosen?.state === undefined ? chosen?.durationMs !== null : chosen.state === 'ready'
  const { data } = useQuery({ ...videoFollowed(chosen?.id ?? ''), enabled: chosen !== undefined && !isReady })
  return chosen !== undefined && data?.id === chosen.id ? data : chosen
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
            {video?.state !== undefined && video.state !== 'ready' ? (
              <small className="caption">
                {video.problem ||
                  t(`basics.${video.state === 'uploading' ? 'videoUploading' : 'videoProcessing'}`, {
                    percent: Math.floor(video.progress ?? 0),
                  })}
              </small>
            ) : (
              video &&
              video.durationMs !== null && <small className="caption">{f.duration(video.durationMs / 1000)}</small>
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
