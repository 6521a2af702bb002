import { clsx } from 'clsx'
import { useState } from 'react'
import { Picture } from '../../../../lib/audience/picture.tsx'
import css from './picture.module.css'

/** Sharp on a phone of three pixels a point, up to 106 of them. */
const thumbWidths = [320] as const

const firstLetter = (name: string): string => [...name.trim()][0]?.toUpperCase() ?? '?'

/** A product's picture, or its first letter where it has none. The name stands beside it, so it says nothing itself. */
export const ProductPicture = ({
  src,
  name,
  size,
}: {
  readonly src: string
  readonly name: string
  readonly size: number
}) => {
  const [broken, setBroken] = useState<string>()
  const box = { width: size, height: size }
  if (src === '' || src === broken) {
    return (
      <span className={clsx(css.product, css.letter)} style={box} aria-hidden="true">
        {firstLetter(name)}
      </span>
    )
  }
  return (
    <span className={css.product} style={box}>
      <Picture
        src={src}
        alt=""
        sizes={`${size}px`}
        widths={thumbWidths}
        width={size}
        height={size}
        onError={() => setBroken(src)}
      />
    </span>
  )
}

/** A person or a shop: its picture, or the first letter of its name. */
export const Face = ({
  src,
  name,
  size,
  shop,
}: {
  readonly src: string
  readonly name: string
  readonly size: number
  /** A shop's letter stands dark on light. */
  readonly shop?: boolean
}) => {
  const [broken, setBroken] = useState<string>()
  return (
    <span
      className={clsx(css.view, shop && css.shop)}
      style={{ width: size, height: size, fontSize: Math.max(12, Math.round(size * 0.45)) }}
      aria-hidden="true"
    >
      {src === '' || src === broken ? (
        firstLetter(name)
      ) : (
        <img
          className="cover"
          src={src}
          alt=""
          width={size}
          height={size}
          decoding="async"
          onError={() => setBroken(src)}
        />
      )}
    </span>
  )
}
