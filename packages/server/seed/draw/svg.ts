/** A point in the coordinates of the drawing it belongs to (x to the right, y down, SVG units). */
export interface Point {
  readonly x: number
  readonly y: number
}

/** A number as SVG wants it: two decimals are a hundredth of a pixel, more only makes files larger. */
export const num = (value: number): string => String(Math.round(value * 100) / 100)

export const point = (x: number, y: number): Point => ({ x, y })

export const clamp = (value: number, low = 0, high = 1): number => Math.min(high, Math.max(low, value))

export const mix = (from: number, to: number, share: number): number => from + (to - from) * share

/** 0 before `from`, 1 after `to`, with soft ends between. */
export const ease = (value: number, from = 0, to = 1): number => {
  const share = clamp((value - from) / (to - from))
  return share * share * (3 - 2 * share)
}

/** Deterministic random numbers in [0, 1): the same seed draws the same picture on every machine. */
export const randomFrom = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

export const group = (transform: string, ...children: readonly string[]): string =>
  `<g transform="${transform}">${children.join('')}</g>`

export const place = (x: number, y: number, scale: number, ...children: readonly string[]): string =>
  group(`translate(${num(x)} ${num(y)}) scale(${num(scale)})`, ...children)

/** An open path through the points, in straight steps (callers sample finely). */
export const line = (points: readonly Point[]): string =>
  points.map((p, index) => `${index === 0 ? 'M' : 'L'}${num(p.x)} ${num(p.y)}`).join('')

export const ellipse = (cx: number, cy: number, rx: number, ry: number, attributes: string): string =>
  `<ellipse cx="${num(cx)}" cy="${num(cy)}" rx="${num(rx)}" ry="${num(ry)}" ${attributes}/>`

export const shape = (d: string, attributes: string): string => `<path d="${d}" ${attributes}/>`

/** A linear gradient over the painted shape's own box; `stops` are [offset 0–1, colour, opacity?]. */
export const gradient = (
  id: string,
  direction: 'across' | 'down' | 'slant',
  stops: readonly (readonly [offset: number, color: string, opacity?: number])[],
): string => {
  const end = direction === 'across' ? 'x2="1" y2="0"' : direction === 'down' ? 'x2="0" y2="1"' : 'x2="1" y2="1"'
  return `<linearGradient id="${id}" x1="0" y1="0" ${end}>${stopTags(stops)}</linearGradient>`
}

export const glow = (
  id: string,
  stops: readonly (readonly [offset: number, color: string, opacity?: number])[],
): string => `<radialGradient id="${id}">${stopTags(stops)}</radialGradient>`

const stopTags = (stops: readonly (readonly [offset: number, color: string, opacity?: number])[]): string =>
  stops
    .map(
      ([offset, color, opacity]) =>
        `<stop offset="${offset}" stop-color="${color}"${opacity === undefined ? '' : ` stop-opacity="${opacity}"`}/>`,
    )
    .join('')

export const blur = (id: string, deviation: number): string =>
  `<filter id="${id}" x="-60%" y="-60%" width="220%" height="220%"><feGaussianBlur stdDeviation="${deviation}"/></filter>`

/** A whole SVG file: `width` × `height` in pixels, drawn in the same units. */
export const document = (width: number, height: number, ...children: readonly string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${children.join('')}</svg>`
