import { hasVariants, pictureWidths, srcSetOf } from '@kaimai/contract/video/picture.rules.ts'
import type { Preload } from './audience-page.ts'

/**
 * The page's first picture, for its head: the very file that a `Picture` with the same `src`, `sizes` and `widths` takes,
 * asked for before the scripts. A browser without AVIF leaves it alone. None for an empty URL.
 */
export const preloadPicture = (src: string, sizes: string, widths: readonly number[] = pictureWidths): Preload[] => {
  if (src === '') return []
  if (!hasVariants(src)) return [{ href: src, as: 'image' }]
  return [{ as: 'image', type: 'image/avif', imageSrcSet: srcSetOf(src, 'avif', widths), imageSizes: sizes }]
}
