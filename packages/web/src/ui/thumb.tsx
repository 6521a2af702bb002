import { IconPhoto } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { type ReactNode, useState } from 'react'
import css from './thumb.module.css'

export interface ThumbProps {
  readonly src: string | undefined
  /** Empty where the name stands beside it. */
  readonly alt?: string
  readonly width?: number
  readonly height?: number
  /** At the lower right (a video's length). */
  readonly badge?: ReactNode
}

/** A small picture, or its place when there is none. */
export const Thumb = ({ src, alt = '', width = 80, height = 45, badge }: ThumbProps) => {
  const [broken, setBroken] = useState<string>()
  return (
    <span className={css.thumb} style={{ width, height }} data-picture>
      {src && src !== broken ? (
        <img
          className="cover"
          src={src}
          alt={alt}
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setBroken(src)}
        />
      ) : (
        <IconPhoto size={20} stroke={1.5} aria-hidden="true" />
      )}
      {badge !== undefined && <span className={css.badge}>{badge}</span>}
    </span>
  )
}

/** A person: picture or first letter; a dashed ring marks who is simulated. */
export const Avatar = ({
  src,
  name,
  size = 24,
  simulated,
}: {
  src?: string | undefined
  name: string
  size?: number
  simulated?: boolean
}) => {
  const [broken, setBroken] = useState<string>()
  const classes = clsx(css.thumb, css.round, simulated && css.simulated)
  const box = { width: size, height: size }
  if (src && src !== broken) {
    return (
      <span className={classes} style={box}>
        <img
          className="cover"
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setBroken(src)}
        />
      </span>
    )
  }
  return (
    <span
      className={clsx(classes, css.letter)}
      style={{ ...box, fontSize: Math.max(12, size * 0.45) }}
      aria-hidden="true"
      data-letter={[...name.trim()][0]?.toUpperCase() ?? '?'}
    />
  )
}
