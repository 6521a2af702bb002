import { escapeHtml, type RichTextPicture, type RichTextWriters, writeRichText } from '../common/rich-text.rules.ts'
import { richTextOf } from '../common/rich-text-read.rules.ts'
import { hasVariants, pictureSize, srcSetOf } from './picture.rules.ts'

/** How wide a picture within a text is drawn: the column of a page, which is all of a phone. */
const sizes = '(min-width: 720px) 680px, calc(100vw - 40px)'

/** As `Picture` of the audience pages draws one: the smallest form that a browser can show, once it comes near. */
const pictureHtml = ({ src, alt }: RichTextPicture): string => {
  const size = pictureSize(src)
  const place = size === undefined ? '' : ` width="${size.width}" height="${size.height}"`
  const image = `<img src="${escapeHtml(src)}" alt="${escapeHtml(alt)}"${place} loading="lazy" decoding="async">`
  if (!hasVariants(src)) return image
  const source = (format: 'avif' | 'webp') =>
    `<source type="image/${format}" srcset="${escapeHtml(srcSetOf(src, format))}" sizes="${sizes}">`
  return `<picture>${source('avif')}${source('webp')}${image}</picture>`
}

const onPage: RichTextWriters = {
  link: (href) =>
    `href="${escapeHtml(href)}"${/^https?:/i.test(href) ? ' target="_blank" rel="noopener noreferrer"' : ''}`,
  picture: pictureHtml,
}

/** The HTML that a page shows of a text, whatever was stored: it is read into blocks and written from them anew. */
export const richTextHtml = (given: string): string => writeRichText(richTextOf(given), onPage)
