import sharp from 'sharp'

/** Pixels in rows from the top left; `channels` bytes each (3: RGB, 4: RGB and alpha, not multiplied). */
export interface Raster {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
  readonly channels: 3 | 4
}

/** Where the camera looks (room units) and how near: 1 shows the whole 1280 × 720, 2 a quarter of it. */
export interface View {
  readonly x: number
  readonly y: number
  readonly zoom: number
}

export const frameWidth = 1280
export const frameHeight = 720

/** Draws an SVG `scale` times its own size. */
export const paint = async (svg: string, scale: number, channels: 3 | 4): Promise<Raster> => {
  const image = sharp(Buffer.from(svg), { density: 72 * scale })
  const { data, info } = await (channels === 3 ? image.flatten().removeAlpha() : image.ensureAlpha())
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels }
}

/** The view with its edges held inside the stage. */
export const inside = (view: View): View => {
  const halfWidth = frameWidth / 2 / view.zoom
  const halfHeight = frameHeight / 2 / view.zoom
  return {
    x: Math.min(frameWidth - halfWidth, Math.max(halfWidth, view.x)),
    y: Math.min(frameHeight - halfHeight, Math.max(halfHeight, view.y)),
    zoom: view.zoom,
  }
}

interface Steps {
  readonly low: Int32Array
  readonly high: Int32Array
  /** Out of 256. */
  readonly share: Int32Array
}

const steps = (count: number, center: number, zoom: number, scale: number, size: number): Steps => {
  const low = new Int32Array(count)
  const high = new Int32Array(count)
  const share = new Int32Array(count)
  for (let index = 0; index < count; index += 1) {
    const at = (center + (index + 0.5 - count / 2) / zoom) * scale - 0.5
    const floor = Math.floor(at)
    low[index] = Math.min(size - 1, Math.max(0, floor))
    high[index] = Math.min(size - 1, Math.max(0, floor + 1))
    share[index] = Math.round((at - floor) * 256)
  }
  return { low, high, share }
}

/** What the camera sees of a stage that was painted larger than the frame: smooth between pixels, so that slow moves don't jump. */
export const look = (stage: Raster, view: View): Uint8Array => {
  const scale = stage.width / frameWidth
  const across = steps(frameWidth, view.x, view.zoom, scale, stage.width)
  const down = steps(frameHeight, view.y, view.zoom, scale, stage.height)
  const out = new Uint8Array(frameWidth * frameHeight * 3)
  const source = stage.data
  let to = 0
  for (let row = 0; row < frameHeight; row += 1) {
    const upper = (down.low[row] ?? 0) * stage.width
    const lower = (down.high[row] ?? 0) * stage.width
    const fall = down.share[row] ?? 0
    for (let column = 0; column < frameWidth; column += 1) {
      const left = across.low[column] ?? 0
      const right = across.high[column] ?? 0
      const slide = across.share[column] ?? 0
      const [a, b, c, d] = [(upper + left) * 3, (upper + right) * 3, (lower + left) * 3, (lower + right) * 3]
      for (let channel = 0; channel < 3; channel += 1) {
        const top = (source[a + channel] ?? 0) * (256 - slide) + (source[b + channel] ?? 0) * slide
        const bottom = (source[c + channel] ?? 0) * (256 - slide) + (source[d + channel] ?? 0) * slide
        out[to] = (top * (256 - fall) + bottom * fall + 32768) >> 16
        to += 1
      }
    }
  }
  return out
}

/** Lays a picture with alpha over the frame, its top left at (x, y), all of it `opacity` (0–1) visible. */
export const lay = (frame: Uint8Array, picture: Raster, x = 0, y = 0, opacity = 1): void => {
  const strength = Math.round(opacity * 256)
  if (strength <= 0) return
  const [left, top] = [Math.round(x), Math.round(y)]
  const fromColumn = Math.max(0, -left)
  const toColumn = Math.min(picture.width, frameWidth - left)
  for (let row = Math.max(0, -top); row < Math.min(picture.height, frameHeight - top); row += 1) {
    let source = (row * picture.width + fromColumn) * 4
    let to = ((row + top) * frameWidth + fromColumn + left) * 3
    for (let column = fromColumn; column < toColumn; column += 1) {
      const alpha = ((picture.data[source + 3] ?? 0) * strength) >> 8
      if (alpha > 0) {
        for (let channel = 0; channel < 3; channel += 1) {
          const under = frame[to + channel] ?? 0
          frame[to + channel] = under + Math.round((((picture.data[source + channel] ?? 0) - under) * alpha) / 255)
        }
      }
      source += 4
      to += 3
    }
  }
}

/** Turns `frame` into `share` (0–1) of `other`. */
export const dissolve = (frame: Uint8Array, other: Uint8Array, share: number): void => {
  const part = Math.round(share * 256)
  for (let index = 0; index < frame.length; index += 1) {
    const under = frame[index] ?? 0
    frame[index] = under + ((((other[index] ?? 0) - under) * part) >> 8)
  }
}

const shade = Float32Array.from({ length: frameHeight }, (_, row) => {
  const y = row / frameHeight
  const fromTop = Math.max(0, 1 - y / 0.26)
  const fromBottom = Math.max(0, (y - 0.72) / 0.28)
  return 1 - 0.08 * fromTop * fromTop - 0.26 * fromBottom * fromBottom
})

/** Darkens the frame's upper and lower edge a little. */
export const vignette = (frame: Uint8Array): void => {
  for (let row = 0; row < frameHeight; row += 1) {
    const keep = shade[row] ?? 1
    const end = (row + 1) * frameWidth * 3
    if (keep < 1)
      for (let index = row * frameWidth * 3; index < end; index += 1) frame[index] = (frame[index] ?? 0) * keep
  }
}

/** Turns `share` (0–1) of the frame into a warm black. */
export const fade = (frame: Uint8Array, share: number): void => {
  if (share <= 0) return
  for (let index = 0; index < frame.length; index += 3) {
    frame[index] = (frame[index] ?? 0) * (1 - share) + 16 * share
    frame[index + 1] = (frame[index + 1] ?? 0) * (1 - share) + 12 * share
    frame[index + 2] = (frame[index + 2] ?? 0) * (1 - share) + 9 * share
  }
}
