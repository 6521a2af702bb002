import { IconArrowLeft, IconArrowRight, IconCrop, IconPhotoStar, IconTrash } from '@tabler/icons-react'
import { type KeyboardEvent, useId } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { DropdownMenu, type MenuItem } from '../../ui/dropdown-menu.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { Thumb } from '../../ui/thumb.tsx'
import css from './image-picker.module.css'

export interface ImageTileProps {
  readonly url: string
  /** From 0. */
  readonly place: number
  readonly count: number
  readonly dragged: boolean
  readonly disabled: boolean
  readonly onMove: (to: number) => void
  readonly onRemove: () => void
  /** Absent: it stays as it is. */
  readonly onCrop?: (() => void) | undefined
  readonly cropLabel: string
  readonly onDrag: (on: boolean) => void
  readonly onOver: () => void
}

/** One picture: arrow keys move it, Delete takes it off, a click shows both as a menu. */
export const ImageTile = (props: ImageTileProps) => {
  const { url, place, count, dragged, disabled, onMove, onRemove, onCrop, onDrag, onOver } = props
  const t = useText('video')
  const keysId = useId()
  const isMain = place === 0
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (step !== undefined) onMove(place + step)
    else if (event.key === 'Delete' || event.key === 'Backspace') onRemove()
    else return
    event.preventDefault()
  }
  const items: MenuItem[] = [
    ...(onCrop ? [{ label: props.cropLabel, icon: <IconCrop {...icon16} />, run: onCrop }] : []),
    ...(isMain
      ? []
      : ([
          {
            label: t('images.makeMain'),
            icon: <IconPhotoStar {...icon16} />,
            run: () => onMove(0),
          },
          {
            label: t('images.earlier'),
            icon: <IconArrowLeft {...icon16} />,
            hint: '←',
            run: () => onMove(place - 1),
          },
        ] satisfies MenuItem[])),
    ...(place < count - 1
      ? ([
          {
            label: t('images.later'),
            icon: <IconArrowRight {...icon16} />,
            hint: '→',
            run: () => onMove(place + 1),
          },
        ] satisfies MenuItem[])
      : []),
    {
      label: t('images.remove'),
      icon: <IconTrash {...icon16} />,
      danger: true,
      run: onRemove,
    },
  ]
  if (disabled) {
    return (
      <li>
        <Thumb src={url} alt={t('images.image', { place: place + 1 })} width={96} height={96} />
      </li>
    )
  }
  return (
    <li
      className={css.tile}
      data-dragged={dragged}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', url)
        onDrag(true)
      }}
      onDragEnd={() => onDrag(false)}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        onOver()
      }}
    >
      <DropdownMenu
        side="left"
        items={items}
        renderTrigger={(trigger) => (
          <button
            type="button"
            {...trigger}
            className={css.picture}
            aria-label={t(isMain ? 'images.imageMain' : 'images.image', { place: place + 1 })}
            aria-describedby={keysId}
            onKeyDown={onKeyDown}
          >
            <Thumb src={url} width={96} height={96} />
            {isMain && count > 1 && <span className={css.main}>{t('images.main')}</span>}
          </button>
        )}
      />
      <span id={keysId} hidden>
        {t('images.keys')}
      </span>
    </li>
  )
}
