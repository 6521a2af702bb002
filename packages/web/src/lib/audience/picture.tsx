import { hasVariants, pictureSize, pictureWidths, srcSetOf } from '@kaimai/contract/video/picture.rules.ts'
import { useCallback, useState } from 'react'

export interface PictureProps {
  readonly src: string
  readonly alt: string
  /** How wide it is drawn, as in `img[sizes]`. */
  readonly sizes: string
  readonly widths?: readonly number[]
  /** The page's first picture: loaded before all else. Others wait until they come near. */
  readonly first?: boolean
  /** Its place before it is there; the picture's own shape unless given. */
  readonly width?: number
  readonly height?: number
  readonly className?: string | undefined
  /** The kept picture is not there either. */
  readonly onError?: () => void
}

/** It failed before anybody listened: the server's HTML is drawn long before the scripts run. */
const hasFailed = (image: HTMLImageElement): boolean =>
  image.complete && image.naturalWidth === 0 && image.currentSrc !== ''

/** A kept picture in the smallest form that the browser can show: AVIF, WebP, else, or where those fail, as it was kept. */
export const Picture = ({ src, alt, sizes, widths = pictureWidths, first = false, onError, ...rest }: PictureProps) => {
  const [failed, setFailed] = useState<string>()
  const isSmall = hasVariants(src) && failed !== src
  const reportFailure = () => {
    if (isSmall) setFailed(src)
    else onError?.()
  }
  const look = useCallback(
    (image: HTMLImageElement | null) => {
      if (image && hasFailed(image)) setFailed(src)
    },
    [src],
  )
  const own = rest.width === undefined && rest.height === undefined ? pictureSize(src) : undefined
  const image = (
    <img
      ref={look}
      src={src}
      alt={alt}
      onError={reportFailure}
      {...(first ? { fetchPriority: 'high' } : { loading: 'lazy', decoding: 'async' })}
      {...(own && { ...own, 'data-shape': '' })}
      {...rest}
    />
  )
  if (!isSmall) return image
  return (
    <picture>
      <source type="image/avif" srcSet={srcSetOf(src, 'avif', widths)} sizes={sizes} />
      <source type="image/webp" srcSet={srcSetOf(src, 'webp', widths)} sizes={sizes} />
      {image}
    </picture>
  )
}
