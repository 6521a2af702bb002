import { IconMinus, IconPlus } from '@tabler/icons-react'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { Button, IconButton } from './button.tsx'
import css from './crop-modal.module.css'
import { type Crop, cutOf, dragged, fitted, type Size, wholeCrop, maxZoom } from './crop.rules.ts'
import { icon16 } from './icon-props.ts'
import { useLabels } from './labels.tsx'
import { Modal } from './modal.tsx'

export interface CropTexts {
  readonly title: string
  readonly hint: string
  /** Names the cut-out for who can't see it. */
  readonly stage: string
  readonly zoom: string
  readonly closer: string
  readonly further: string
  readonly apply: string
}

export interface CropModalProps {
  /** The picture, of this origin. */
  readonly src: string
  readonly words: CropTexts
  /** Width to height of what is cut out; 1: a square. */
  readonly ratio?: number
  readonly busy?: boolean
  readonly failure?: string | undefined
  readonly onClose: () => void
  /** What was cut out as a new picture. */
  readonly onDone: (picture: Blob) => void
}

/** Pixels of the new picture's longer side, where the old one has that many. */
const maxSide = 1600
const quality = 0.92
/** One press of a key: a share of the square, and of the zoom. */
const step = { move: 0.04, zoom: 1.1 } as const

/** `size`: the picture's, its width in units of `ratio` pixels, so that what is cut out is a square of it. */
const drawn = async (image: HTMLImageElement, size: Size, crop: Crop, ratio: number): Promise<Blob | null> => {
  const { left, top, side } = cutOf(size, crop)
  const canvas = document.createElement('canvas')
  const height = Math.min(side, maxSide / Math.max(1, ratio))
  canvas.width = Math.max(1, Math.round(height * ratio))
  canvas.height = Math.max(1, Math.round(height))
  const context = canvas.getContext('2d')
  if (!context) return null
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, left * ratio, top, side * ratio, side, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/webp', quality))
}

/** Cuts a square, or another rectangle, out of a picture: dragged and zoomed by mouse, fingers, wheel or keys. */
export const CropModal = ({ src, words, ratio = 1, busy = false, failure, onClose, onDone }: CropModalProps) => {
  const labels = useLabels()
  const image = useRef<HTMLImageElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState<Size>()
  const [crop, setCrop] = useState<Crop>(wholeCrop)
  const change = (next: (before: Crop) => Crop) => size && setCrop((before) => fitted(size, next(before)))
  const zoomBy = (factor: number) => change((before) => ({ ...before, zoom: before.zoom * factor }))

  const latest = useRef(zoomBy)
  useEffect(() => {
    latest.current = zoomBy
  })
  useEffect(() => {
    // React's own wheel listener can't keep the page from scrolling.
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      latest.current(event.deltaY < 0 ? step.zoom : 1 / step.zoom)
    }
    const element = stage.current
    element?.addEventListener('wheel', onWheel, { passive: false })
    return () => element?.removeEventListener('wheel', onWheel)
  }, [])

  const onPointerMove = (event: PointerEvent) => {
    if (!size || !event.currentTarget.hasPointerCapture(event.pointerId)) return
    const { movementX: dx, movementY: dy, currentTarget } = event
    setCrop((before) => dragged(size, before, currentTarget.clientWidth, { dx, dy: dy * ratio }))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key]
    if (by && size) {
      const width = stage.current?.clientWidth ?? 1
      const [dx = 0, dy = 0] = by
      setCrop((before) => dragged(size, before, width, { dx: -dx * width * step.move, dy: -dy * width * step.move }))
    } else if (event.key === '+' || event.key === '=') zoomBy(step.zoom)
    else if (event.key === '-') zoomBy(1 / step.zoom)
    else return
    event.preventDefault()
  }
  const apply = async () => {
    const picture = image.current && size ? await drawn(image.current, size, crop, ratio) : null
    if (picture) onDone(picture)
  }

  const cut = size && cutOf(size, crop)
  return (
    <Modal
      open
      onTop
      onClose={busy ? undefined : onClose}
      closeOnClickOutside={false}
      title={words.title}
      width={480}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {labels.cancel}
          </Button>
          <Button kind="primary" busy={busy} disabled={!size} onClick={() => void apply()}>
            {words.apply}
          </Button>
        </>
      }
    >
      {failure !== undefined && (
        <p className={css.failure} role="alert">
          {failure}
        </p>
      )}
      <div
        ref={stage}
        className={css.stage}
        role="group"
        aria-label={words.stage}
        style={{ aspectRatio: ratio }}
        aria-describedby="crop-hint"
        // It is worked by the keys itself.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={onPointerMove}
      >
        <img
          ref={image}
          src={src}
          alt=""
          draggable={false}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
            setSize({ width: width / ratio, height })
          }
          style={
            size && cut
              ? {
                  width: `${(size.width / cut.side) * 100}%`,
                  left: `${(-cut.left / cut.side) * 100}%`,
                  top: `${(-cut.top / cut.side) * 100}%`,
                }
              : { visibility: 'hidden' }
          }
        />
        <i aria-hidden="true" />
      </div>
      <div className={css.zoom}>
        <IconButton bare label={words.further} icon={<IconMinus {...icon16} />} onClick={() => zoomBy(1 / step.zoom)} />
        <input
          className="slider"
          type="range"
          aria-label={words.zoom}
          min={1}
          max={maxZoom}
          step={0.01}
          value={crop.zoom}
          onChange={({ currentTarget }) => change((before) => ({ ...before, zoom: Number(currentTarget.value) }))}
        />
        <IconButton bare label={words.closer} icon={<IconPlus {...icon16} />} onClick={() => zoomBy(step.zoom)} />
      </div>
      <p id="crop-hint" className={css.hint}>
        {words.hint}
      </p>
    </Modal>
  )
}
