import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { useClipLabels } from '../clip-labels.ts'
import { useStore, useStudio } from '../editor-context.ts'
import { type Clip, clipsOn, type TrackId } from '../model/studio-doc.ts'
import { neighbour } from '../model/time-index.ts'
import css from './timeline.module.css'

export const optionId = (list: string, key: string): string => `${list}-${key}`

interface TrackListProps {
  readonly track: TrackId
  readonly count: number
  readonly height: number
  readonly className?: string | undefined
  readonly children: (list: string) => ReactNode
}

/** A track as a list of options: arrows choose the next and the previous, wherever they stand; Home and End are the playhead's. */
export const TrackList = ({ track, count, height, className, children }: TrackListProps) => {
  const t = useText('live')
  const { editor } = useStudio()
  const words = useClipLabels()
  const list = useId()
  const selection = useStore(editor.selection)
  const chosen = selection.size === 0 ? undefined : clipsOn(editor.doc(), track).find(({ key }) => selection.has(key))

  const choose = (clip: Clip | undefined, more: boolean) => {
    if (!clip) return
    editor.select(more ? new Set([...editor.selection.get(), clip.key]) : new Set([clip.key]))
    editor.reveal(clip.atMs)
    editor.say(words.whole(clip))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey) return
    const clips = clipsOn(editor.doc(), track)
    const isMod = event.metaKey || event.ctrlKey
    const at = chosen === undefined ? -1 : clips.findIndex(({ key }) => key === chosen.key)
    if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
      event.preventDefault()
      const step = event.key === 'ArrowRight' ? 1 : -1
      // Without a choice it begins at the playhead.
      choose(
        at < 0
          ? (neighbour(clips, editor.clock.get() - (step === 1 ? 1 : 0), step) ?? clips.at(step === 1 ? -1 : 0))
          : clips[at + step],
        event.shiftKey,
      )
    } else if (isMod && (event.key === 'Home' || event.key === 'End')) {
      event.preventDefault()
      event.stopPropagation()
      choose(event.key === 'Home' ? clips[0] : clips.at(-1), false)
    } else if (isMod && event.key.toLowerCase() === 'a') {
      event.preventDefault()
      editor.select(new Set(clips.map(({ key }) => key)))
      editor.say(t('studio.spoken.selected', { count: clips.length }))
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault()
      editor.seek(chosen.atMs)
    } else if (event.key === 'Escape' && selection.size > 0) {
      event.preventDefault()
      editor.select(new Set())
    }
  }
  return (
    <div
      className={className}
      style={{ height }}
      role="listbox"
      aria-multiselectable="true"
      aria-label={t('studio.track.list', { track: t(`studio.track.${track}`), count })}
      aria-activedescendant={chosen && optionId(list, chosen.key)}
      tabIndex={0}
      data-track={track}
      onKeyDown={onKeyDown}
    >
      <div className={css.strip} data-strip role="presentation">
        {children(list)}
      </div>
    </div>
  )
}
