import { lazyPart } from '../../../../lib/audience/lazy-part.tsx'
import { Picture } from '../../../../lib/audience/picture.tsx'
import type { Winding } from '../../../../lib/playback/playback-state.ts'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { posterSizes } from './poster-sizes.ts'
import css from './stage.module.css'

const LazyYoutubeFrame = lazyPart(async () => (await import('./youtube-frame.tsx')).YoutubeFrame)

/** The picture of a room that plays YouTube: the poster until its player is there. Nothing of ours lies over it. */
export const YoutubeStage = ({
  youtubeId,
  posterUrl,
  ...rest
}: {
  readonly youtubeId: string
  readonly posterUrl: string
  /** Second of the room that is now; without it one may wind. */
  readonly roomS?: () => number
  readonly onPlayer?: (player: Winding | undefined) => void
}) => {
  const t = useText('room')
  return (
    <section className={css.stage} aria-label={t('stage.video')} data-part="stage">
      {posterUrl !== '' && <Picture className={css.poster} src={posterUrl} alt="" sizes={posterSizes} first />}
      <LazyYoutubeFrame key={youtubeId} youtubeId={youtubeId} {...rest} />
    </section>
  )
}
