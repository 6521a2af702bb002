import { IconGripVertical, IconTrash } from '@tabler/icons-react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { IconButton } from '../../ui/button.tsx'
import { FieldFrame } from '../../ui/field-frame.tsx'
import { TagChip } from '../../ui/tag-chip.tsx'
import { PictureDrop } from './picture-picker.tsx'
import css from './poster-list.module.css'
import { moved } from './session-list.ts'
import { useReorder } from './use-reorder.ts'
import { useUpload } from './use-upload.ts'

/** Posters a form may have, as the contract says. */
const postersMax = 8

interface PosterListProps {
  readonly value: readonly string[]
  readonly onChange: (urls: string[]) => void
  readonly error: string | undefined
}

/** The pictures at the top of the page; the first is the cover. */
export const PosterList = ({ value, onChange, error }: PosterListProps) => {
  const t = useText('signup')
  const { upload, isRunning, problem } = useUpload((url) => onChange([...value, url]))
  const { list, dragged, handle } = useReorder({
    count: value.length,
    onMove: (from, to) => onChange(moved(value, from, to)),
  })
  return (
    <FieldFrame
      label={t('form.posters')}
      note={t('form.postersNote', { count: postersMax })}
      name="posterInfoList"
      error={problem ?? error}
      group
    >
      {() => (
        <ul ref={list} className={css.posters}>
          {value.map((url, index) => (
            <li key={url} data-place={index} data-dragged={dragged === index || undefined}>
              <img src={url} alt={t('form.posterNumber', { number: index + 1 })} draggable={false} />
              {index === 0 && (
                <span className={css.cover}>
                  <TagChip>{t('form.cover')}</TagChip>
                </span>
              )}
              <span className={css.acts}>
                <button
                  type="button"
                  className={css.grip}
                  aria-label={t('form.movePoster', { number: index + 1, count: value.length })}
                  {...handle(index)}
                >
                  <IconGripVertical size={16} stroke={1.75} aria-hidden="true" />
                </button>
                <IconButton
                  label={t('form.removePoster', { number: index + 1 })}
                  icon={<IconTrash size={16} stroke={1.75} aria-hidden="true" />}
                  onClick={() => onChange(value.filter((each) => each !== url))}
                />
              </span>
            </li>
          ))}
          {value.length < postersMax && (
            <li>
              <PictureDrop
                label={t('form.posters')}
                many
                isRunning={isRunning}
                onFiles={(files) => void upload(files.slice(0, postersMax - value.length))}
              />
            </li>
          )}
        </ul>
      )}
    </FieldFrame>
  )
}
