/** Widths that a stored picture is served in, in pixels; never wider than it is. */
export const pictureWidths = [320, 480, 640, 960, 1280, 1920] as const
export const pictureFormats = ['avif', 'webp', 'jpg'] as const
export type PictureFormat = (typeof pictureFormats)[number]

/** The picture that chats and feeds show of a page is so wide, in pixels. */
export const cardWidth = 1280

/** Pixels. */
export interface PictureSize {
  readonly width: number
  readonly height: number
}

const storedPicture = /^\/media\/(?:image\/[\w-]+\.\w+|video\/[0-9a-f-]{36}\/[\w-]+\/thumb(?:-\d+)?\.jpg)$/
const variant = /^(\/media\/.+)\/(\d{2,4})\.([a-z]{3,4})$/
const sized = /^\/media\/image\/i[\w-]{20}-([1-9]\d{0,3})x([1-9]\d{0,3})\.\w+$/

/** Whether a picture is served in other widths and formats; others stay as they are. */
export const hasVariants = (url: string): boolean => storedPicture.test(url)

/** Where a width and format of a stored picture is. */
export const variantUrl = (url: string, width: number, format: PictureFormat): string => `${url}/${width}.${format}`

/** Where a stored picture is as a square PNG, for a browser's tab and a phone's home screen. */
export const iconUrl = (url: string): string => `${url}/icon.png`
/** Width and height of that square, in pixels. */
export const iconSide = 192

export interface PictureVariant {
  /** Of the picture as it was stored. */
  readonly url: string
  readonly width: number
  readonly format: PictureFormat
}

/** What an address asks for, undefined when it is none of `variantUrl`'s. */
export const variantAt = (path: string): PictureVariant | undefined => {
  const [, url = '', digits = '', extension] = variant.exec(path) ?? []
  const width = pictureWidths.find((each) => String(each) === digits)
  const format = pictureFormats.find((each) => each === extension)
  return width !== undefined && format !== undefined && hasVariants(url) ? { url, width, format } : undefined
}

/** A name for a picture that holds its size, so that a page keeps its place before it is there. */
export const sizedName = (name: string, { width, height }: PictureSize): string => `i${name}-${width}x${height}`

/** How large a stored picture is; undefined for those from before their names held it, and for thumbnails. */
export const pictureSize = (url: string): PictureSize | undefined => {
  const [, width, height] = sized.exec(url) ?? []
  return width === undefined ? undefined : { width: Number(width), height: Number(height) }
}

/** How large the picture at `variantUrl(url, width, …)` is. */
export const variantSize = (url: string, width: number): PictureSize | undefined => {
  const own = pictureSize(url)
  if (own === undefined || own.width <= width) return own
  return { width, height: Math.max(1, Math.round((own.height * width) / own.width)) }
}

/** For `srcset`: every width in one format, each once, none that says to be wider than the picture is. */
export const srcSetOf = (url: string, format: PictureFormat, widths: readonly number[] = pictureWidths): string => {
  const own = pictureSize(url)?.width ?? Number.POSITIVE_INFINITY
  const smaller = widths.filter((width) => width < own)
  const last = widths.find((width) => width >= own)
  const line = (width: number, shown: number) => `${variantUrl(url, width, format)} ${shown}w`
  return [...smaller.map((width) => line(width, width)), ...(last === undefined ? [] : [line(last, own)])].join(', ')
}
