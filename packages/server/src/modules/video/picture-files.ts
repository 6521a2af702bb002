import { iconUrl, type PictureFormat, variantAt } from '@kaimai/contract/video/picture.rules.ts'

/** What is made of a kept picture: a width in a format, or the square of a browser's tab. */
export type PictureRequest = { readonly width: number; readonly format: PictureFormat } | 'icon'

/** The folder of what was made of a picture, beside it: `image/ia.webp` → `image/ia-widths`. */
export const madeFolder = (source: string): string => `${source.replace(/\.\w+$/, '')}-widths`

/** The key of what was made of a picture. */
export const madeFile = (source: string, picture: PictureRequest): string =>
  `${madeFolder(source)}/${picture === 'icon' ? 'icon.png' : `${picture.width}.${picture.format}`}`

const iconEnd = iconUrl('')

/** What an address below /media/ asks of which picture; undefined when it asks for a file as it is kept. */
export const pictureRequestOf = (
  path: string,
): { readonly url: string; readonly picture: PictureRequest } | undefined => {
  if (path.endsWith(iconEnd)) return { url: path.slice(0, -iconEnd.length), picture: 'icon' }
  const found = variantAt(path)
  return found && { url: found.url, picture: { width: found.width, format: found.format } }
}
