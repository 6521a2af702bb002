import { captions, chapters } from '../content/show.ts'
import { products } from '../content/products.ts'
import { between, document, ease, num, shape } from '../draw/svg.ts'
import { frameHeight, frameWidth, lay, paint } from './raster.ts'
import type { Raster } from './raster.ts'

const font = 'font-family="Noto Sans CJK TC, Noto Sans TC, sans-serif"'
const serif = 'font-family="Noto Serif CJK TC, Noto Serif TC, serif"'
const ink = '#2b2019'
const kiln = '#9c4a24'

const text = (x: number, y: number, size: number, weight: number, color: string, words: string, more = ''): string =>
  `<text x="${num(x)}" y="${num(y)}" font-size="${size}" font-weight="${weight}" fill="${color}" ${more.includes('font-family') ? '' : font} ${more}>${words}</text>`

/** About how wide words stand at a size: full-width signs are square, the others a little over half. */
const widthOf = (words: string, size: number): number =>
  [...words].reduce((sum, sign) => sum + (/[ -~]/.test(sign) ? (sign === ' ' ? 0.26 : 0.57) : 1), 0) * size

const money = (minor: number): string => (minor / 100).toLocaleString('en-US')

const captionPicture = (words: string): string => {
  const size = 38
  const width = widthOf(words, size) + 56
  const left = (frameWidth - width) / 2
  return document(
    frameWidth,
    76,
    `<rect x="${num(left)}" y="4" width="${num(width)}" height="66" rx="14" fill="#17100b" opacity=".66"/>`,
    text(frameWidth / 2, 50, size, 700, '#fffaf2', words, 'text-anchor="middle"'),
  )
}

const cardWidth = 430

const cardPicture = (keyword: string): string => {
  const product = products.find((one) => one.keyword === keyword)
  if (!product) throw new Error(`No product ${keyword} for its card`)
  const price = money(product.price)
  const size = product.productName.length > 7 ? 42 : 47
  return document(
    cardWidth,
    290,
    '<rect x="10" y="12" width="404" height="262" rx="22" fill="#3b2413" opacity=".16"/>',
    '<rect x="6" y="4" width="404" height="262" rx="22" fill="#fffaf1"/>',
    `<rect x="6" y="36" width="7" height="62" fill="${kiln}"/>`,
    `<rect x="36" y="34" width="78" height="38" rx="10" fill="${ink}"/>`,
    text(75, 62, 25, 700, '#fffaf1', keyword, 'text-anchor="middle"'),
    text(126, 62, 22, 500, '#7a6655', product.originalPrice === null ? '新品' : '直播價'),
    text(34, 131, size, 700, ink, product.productName, serif),
    text(35, 172, 23, 500, '#6f5d4e', product.summary),
    text(34, 240, 28, 700, kiln, 'NT$'),
    text(90, 240, 58, 700, kiln, price),
    product.originalPrice === null
      ? ''
      : text(
          104 + widthOf(price, 58),
          239,
          26,
          400,
          '#8d7b6b',
          `NT$${money(product.originalPrice)}`,
          'text-decoration="line-through"',
        ),
  )
}

const orderPicture = (keyword: string): string => {
  const product = products.find((one) => one.keyword === keyword)
  if (!product) throw new Error(`No product ${keyword} for its price tag`)
  const price = `NT$${money(product.price)}`
  const width = 204 + widthOf(price, 30)
  return document(
    360,
    118,
    `<rect x="8" y="12" width="${num(width)}" height="98" rx="18" fill="#3b2413" opacity=".2"/><rect x="4" y="4" width="${num(width)}" height="98" rx="18" fill="#fffaf1"/>`,
    text(24, 44, 24, 500, '#6f5d4e', '留言下單'),
    text(24, 84, 34, 700, ink, `${keyword} +1`),
    '<path d="M166 24v58" stroke="#e3d5c2" stroke-width="2"/>',
    text(184, 44, 24, 500, '#6f5d4e', product.originalPrice === null ? '定價' : '直播價'),
    text(184, 84, 30, 700, kiln, price),
  )
}

const titlePicture = (): string =>
  document(
    470,
    260,
    '<rect x="10" y="12" width="442" height="232" rx="22" fill="#3b2413" opacity=".18"/><rect x="6" y="4" width="442" height="232" rx="22" fill="#fffaf1"/>',
    `<circle cx="58" cy="56" r="24" fill="${kiln}"/>`,
    '<path d="M43 54h30c0 12-6 19-15 19s-15-7-15-19Z" fill="#fffaf1"/><circle cx="58" cy="44" r="5" fill="#fffaf1"/>',
    text(94, 65, 26, 700, ink, '器日 ChiRi'),
    text(34, 146, 58, 700, ink, '秋窯開窯夜', serif),
    text(36, 200, 28, 500, '#6f5d4e', '霧白與青瓷，只燒這一窯'),
  )

const termsPicture = (): string =>
  document(
    frameWidth,
    120,
    '<rect x="250" y="14" width="780" height="84" rx="20" fill="#3b2413" opacity=".16"/><rect x="246" y="6" width="780" height="84" rx="20" fill="#fffaf1"/>',
    ['滿 NT$1,500 免運', '三天內寄出', '破損補寄']
      .map((words, index) =>
        text([406, 678, 890][index] ?? 0, 59, 30, 700, index === 0 ? kiln : ink, words, 'text-anchor="middle"'),
      )
      .join(''),
    '<path d="M566 30v36M784 30v36" stroke="#e3d5c2" stroke-width="2"/>',
  )

const byePicture = (): string =>
  document(
    470,
    200,
    '<rect x="10" y="12" width="400" height="164" rx="22" fill="#3b2413" opacity=".18"/><rect x="6" y="4" width="400" height="164" rx="22" fill="#fffaf1"/>',
    text(34, 82, 52, 700, ink, '下一窯見', serif),
    text(36, 130, 26, 500, '#6f5d4e', '喜歡的先放購物車'),
  )

const numerals = ['', '壹', '貳', '參', '肆', '']

const chapterPicture = (index: number): string =>
  document(
    frameWidth,
    frameHeight,
    numerals[index] ? text(640, 318, 120, 700, kiln, numerals[index], `text-anchor="middle" ${serif}`) : '',
    text(640, numerals[index] ? 420 : 380, 60, 700, ink, chapters[index]?.title ?? '', `text-anchor="middle" ${serif}`),
    `<path d="M560 ${numerals[index] ? 462 : 424}h160" stroke="${kiln}" stroke-width="4" stroke-linecap="round"/>`,
  )

/** Paper sheets sweeping over the picture around a chapter's start; `since` runs from −0.6 to 0.75 s, all is covered at 0. */
const sweep = (since: number): string => {
  const sheet = (delay: number, color: string): string => {
    const front = ease(since, -0.6 + delay, -0.02 + delay * 0.2) * 1560 - 140
    const back = ease(since, 0.3 - delay * 0.6, 0.78 - delay * 0.6) * 1560 - 140
    if (front <= back) return ''
    const edge = (x: number, down: boolean): string => {
      const at = [0, 120, 240, 360, 480, 600, 720].map((y) => [x + Math.sin(y / 95 + x / 260) * 34, y] as const)
      return (down ? at : at.toReversed()).map(([px, py]) => `${num(px)} ${py}`).join('L')
    }
    return shape(`M${edge(front, true)}L${edge(back, false)}Z`, `fill="${color}"`)
  }
  return document(frameWidth, frameHeight, sheet(0, '#c8845f'), sheet(0.09, '#9dbcab'), sheet(0.18, '#fbf4e7'))
}

interface Placed {
  readonly picture: Raster
  readonly from: number
  readonly to: number
  readonly x: number
  readonly y: number
  /** Pixels it slides in from the left. */
  readonly slide: number
}

export interface Overlay {
  /** Lays titles, price tags and the captions of the second `t` over the frame. */
  readonly apply: (frame: Uint8Array, t: number) => Promise<void>
}

export const paintOverlay = async (): Promise<Overlay> => {
  const placed: Placed[] = []
  const add = async (svg: string, from: number, to: number, x: number, y: number, slide = 0): Promise<void> => {
    placed.push({ picture: await paint(svg, 1, 4), from, to, x, y, slide })
  }
  await add(titlePicture(), 0.7, 5, 60, 264, 40)
  await add(cardPicture('A01'), 32.7, 44.4, 56, 176, 60)
  await add(cardPicture('A02'), 66.9, 78.9, 56, 176, 60)
  await add(cardPicture('A03'), 102.7, 113.9, 44, 128, 60)
  await add(cardPicture('A04'), 136.7, 149.7, 56, 176, 60)
  await add(cardPicture('A07'), 164.5, 171.9, 56, 176, 60)
  await add(orderPicture('A01'), 49.4, 54.4, 900, 478)
  await add(orderPicture('A02'), 86.4, 89.4, 900, 478)
  await add(orderPicture('A03'), 118.2, 124.4, 900, 478)
  await add(orderPicture('A04'), 154.6, 159.4, 70, 478)
  await add(termsPicture(), 173, 175.8, 0, 76)
  await add(byePicture(), 176.5, 181, 60, 264, 40)
  for (const caption of captions) await add(captionPicture(caption.text), caption.from, caption.to, 0, 622)
  const titles: Raster[] = []
  for (const index of chapters.keys()) titles.push(await paint(chapterPicture(index), 1, 4))

  const apply = async (frame: Uint8Array, t: number): Promise<void> => {
    const index = chapters.findIndex((chapter) => chapter.at > 0 && t > chapter.at - 0.62 && t < chapter.at + 0.8)
    const chapter = chapters[index]
    for (const { picture, from, to, x, y, slide } of placed) {
      if (t < from || t > to) continue
      const edge = slide > 0 ? 0.5 : 0.2
      lay(frame, picture, x - slide * (1 - ease(t, from, from + 0.6)), y, between(t, from, to, edge))
    }
    const title = titles[index]
    if (chapter && title) {
      const since = t - chapter.at
      lay(frame, await paint(sweep(since), 1, 4))
      lay(frame, title, 0, 0, between(since, -0.2, 0.48, 0.16))
    }
  }
  return { apply }
}
