import { pictureFileTypes } from '@kaimai/contract/common/picture-file.rules.ts'
import { IconPhotoPlus } from '@tabler/icons-react'
import { type ChangeEvent, type DragEvent, useEffect, useRef, useState } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { isCallError } from '../../lib/http/call-error.ts'
import { FieldFrame } from '../../ui/field-frame.tsx'
import { useLabels } from '../../ui/labels.tsx'
import { ImageCrop } from './image-crop.tsx'
import { ImageTile } from './image-tile.tsx'
import css from './image-picker.module.css'
import { moveItem } from '../../lib/list/move-item.ts'
import { uploadImage } from './video.api.ts'

export interface ImagesPickerProps {
  readonly label: string
  readonly name?: string
  /** URLs, the first is the main picture. New ones are to be kept by `keepImage` when the form is saved. */
  readonly value: readonly string[]
  readonly onChange: (urls: string[]) => void
  readonly error?: string | undefined
  readonly description?: string
  readonly max?: number
  readonly disabled?: boolean
  /** Pictures may be cut to squares, or to a shape of that width to height. */
  readonly crop?: boolean | number
  /** Called with whether pictures are still being uploaded. */
  readonly onBusy?: (busy: boolean) => void
}

interface Arriving {
  readonly id: number
  readonly name: string
}

/** Pictures of a thing: uploaded, put in order by mouse, keys or menu, taken off. */
export const ImagesPicker = (props: ImagesPickerProps) => {
  const { value, onChange, max = 12, onBusy, disabled = false, crop = false } = props
  const t = useText('video')
  const labels = useLabels()
  const [arriving, setArriving] = useState<readonly Arriving[]>([])
  const [error, setError] = useState<string>()
  const [said, setSaid] = useState('')
  const [dragged, setDragged] = useState<number>()
  const [held, setHeld] = useState(false)
  const [cropped, setCropped] = useState<number>()
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const nextId = useRef(0)
  // Uploads end later than the render that began them.
  const latest = useRef({ value, onChange })
  useEffect(() => {
    latest.current = { value, onChange }
  })
  const change = (urls: string[]) => {
    latest.current = { ...latest.current, value: urls }
    latest.current.onChange(urls)
  }
  const isBusy = arriving.length > 0
  useEffect(() => onBusy?.(isBusy), [isBusy, onBusy])

  const take = async (file: File) => {
    const id = nextId.current++
    setArriving((before) => [...before, { id, name: file.name }])
    try {
      const { url } = await uploadImage(file)
      change([...latest.current.value, url].slice(0, max))
    } catch (error) {
      if (!isCallError(error)) throw error
      if (!error.handled) setError(labels.pair(file.name, error.fields?.file ?? error.message))
    } finally {
      setArriving((before) => before.filter((each) => each.id !== id))
    }
  }
  const add = (files: readonly File[]) => {
    setError(undefined)
    const room = max - value.length - arriving.length
    if (files.length > room) setError(t('images.most', { max }))
    for (const file of files.slice(0, room)) void take(file)
  }
  const focusAt = (place: number) =>
    requestAnimationFrame(() => {
      const button = list.current?.children[place]?.querySelector('button')
      ;(button ?? list.current?.querySelector<HTMLElement>('button'))?.focus()
    })
  const move = (from: number, to: number) => {
    if (to < 0 || to >= value.length || from === to) return
    change(moveItem(value, from, to))
    setSaid(t('images.moved', { place: to + 1 }))
    focusAt(to)
  }
  const remove = (place: number) => {
    change(value.filter((_, index) => index !== place))
    setSaid(t('images.removed', { place: place + 1 }))
    focusAt(Math.min(place, value.length - 2))
  }
  const onFileDrag = (event: DragEvent) => {
    if (disabled || !event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setHeld(event.type === 'dragover')
    if (event.type === 'drop') add([...event.dataTransfer.files])
  }
  const onChoose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    add([...(currentTarget.files ?? [])])
    currentTarget.value = ''
  }
  const note = `${value.length} / ${max}`
  return (
    <FieldFrame {...props} group error={props.error ?? error} note={note}>
      {({ 'aria-describedby': describedBy }) => (
        <div className={css.area} data-held={held} onDragOver={onFileDrag} onDragLeave={onFileDrag} onDrop={onFileDrag}>
          <ul ref={list} className={css.tiles}>
            {value.map((url, place) => (
              <ImageTile
                key={url}
                url={url}
                place={place}
                count={value.length}
                dragged={dragged === place}
                disabled={disabled}
                onMove={(to) => move(place, to)}
                onRemove={() => remove(place)}
                onCrop={crop === false ? undefined : () => setCropped(place)}
                cropLabel={t(crop === true ? 'images.crop' : 'images.cropWide')}
                onDrag={(on) => setDragged(on ? place : undefined)}
                onOver={() => {
                  if (dragged === undefined || dragged === place) return
                  change(moveItem(value, dragged, place))
                  setDragged(place)
                }}
              />
            ))}
            {arriving.map(({ id, name }) => (
              <li key={`arriving-${id}`} className={css.arriving}>
                <span className={css.spin} role="status" aria-label={t('images.uploading', { name })} />
              </li>
            ))}
            {!disabled && value.length + arriving.length < max && (
              <li>
                <button
                  type="button"
                  className={css.add}
                  onClick={() => input.current?.click()}
                  aria-describedby={describedBy}
                >
                  <IconPhotoPlus size={22} stroke={1.5} aria-hidden="true" />
                  {t('images.add')}
                </button>
              </li>
            )}
          </ul>
          <input
            ref={input}
            type="file"
            accept={pictureFileTypes}
            multiple
            hidden
            aria-label={t('images.add')}
            onChange={onChoose}
          />
          {cropped !== undefined && value[cropped] !== undefined && (
            <ImageCrop
              url={value[cropped]}
              ratio={crop === true ? 1 : Number(crop)}
              onClose={() => {
                setCropped(undefined)
                focusAt(cropped)
              }}
              onDone={(url) => {
                change(latest.current.value.map((each, place) => (place === cropped ? url : each)))
                setSaid(t('images.cropped', { place: cropped + 1 }))
                setCropped(undefined)
                focusAt(cropped)
              }}
            />
          )}
          <span className="sr-only" role="status">
            {said}
          </span>
        </div>
      )}
    </FieldFrame>
  )
}
