import { ellipse, mix, num, point, shape } from './svg.ts'
import type { Point } from './svg.ts'

/** How a hand is held. `clasp` wraps fingers in front of a piece, `cradle` carries it from below. */
export type HandShape = 'clasp' | 'cradle' | 'open' | 'rest' | 'wave' | 'pinch'

export const skin = '#e9b994'
export const skinShade = '#cf9470'
export const skinLine = '#b47a58'

/** A tapering limb with round ends. */
export const limb = (from: Point, to: Point, widthFrom: number, widthTo: number, fill: string): string => {
  const angle = Math.atan2(to.y - from.y, to.x - from.x)
  const nx = -Math.sin(angle)
  const ny = Math.cos(angle)
  const [a, b] = [widthFrom / 2, widthTo / 2]
  return shape(
    `M${num(from.x + nx * a)} ${num(from.y + ny * a)}A${num(a)} ${num(a)} 0 1 1 ${num(from.x - nx * a)} ${num(from.y - ny * a)}L${num(to.x - nx * b)} ${num(to.y - ny * b)}A${num(b)} ${num(b)} 0 1 1 ${num(to.x + nx * b)} ${num(to.y + ny * b)}Z`,
    `fill="${fill}"`,
  )
}

export const along = (from: Point, to: Point, share: number): Point =>
  point(mix(from.x, to.x, share), mix(from.y, to.y, share))

export const band = (from: Point, to: Point, width: number, fill: string): string =>
  shape(`M${num(from.x)} ${num(from.y)}L${num(to.x)} ${num(to.y)}`, `stroke="${fill}" stroke-width="${width}"`)

const finger = (x1: number, y1: number, x2: number, y2: number, width: number): string =>
  shape(`M${x1} ${y1}L${x2} ${y2}`, `stroke="${skinLine}" stroke-width="${width + 2.4}" stroke-linecap="round"`) +
  shape(`M${x1} ${y1}L${x2} ${y2}`, `stroke="${skin}" stroke-width="${width}" stroke-linecap="round"`)

/** Hands are drawn for the left of the picture, wrist at (0, 0); the right one is mirrored. */
export const hands: Readonly<Record<HandShape, string>> = {
  clasp:
    ellipse(8, -14, 25, 27, `fill="${skin}"`) +
    finger(14, -34, 46, -42, 13) +
    finger(16, -21, 54, -27, 14) +
    finger(16, -7, 53, -11, 14) +
    finger(13, 6, 45, 4, 12.5) +
    ellipse(8, -15, 20, 23, `fill="${skin}"`) +
    shape(
      'M-4-32c-8 10-8 26 0 36',
      `fill="none" stroke="#fbe0c8" stroke-width="4" stroke-linecap="round" opacity=".5"`,
    ),
  cradle:
    finger(16, -8, 62, -16, 14) +
    finger(16, 0, 66, -4, 14) +
    finger(14, 8, 60, 7, 13) +
    ellipse(8, 0, 25, 20, `fill="${skin}"`) +
    finger(6, -14, 26, -36, 14),
  open:
    finger(6, -30, 20, -66, 13) +
    finger(-4, -32, -2, -74, 13) +
    finger(-14, -30, -22, -68, 13) +
    finger(-22, -22, -38, -54, 12) +
    ellipse(-6, -16, 25, 26, `fill="${skin}"`) +
    finger(12, -12, 36, -32, 13),
  wave:
    finger(8, -34, 22, -72, 13.5) +
    finger(-3, -38, 0, -82, 14) +
    finger(-14, -36, -22, -78, 13.5) +
    finger(-24, -28, -42, -62, 12) +
    ellipse(-6, -18, 27, 28, `fill="${skin}"`) +
    finger(14, -14, 40, -36, 14),
  pinch:
    finger(12, -22, 40, -34, 13) +
    finger(10, -10, 44, -20, 13) +
    finger(12, 0, 40, -6, 13) +
    ellipse(4, -8, 24, 23, `fill="${skin}"`) +
    finger(14, -24, 38, -46, 13),
  rest:
    finger(16, -8, 54, 2, 14) +
    finger(16, 2, 56, 12, 14) +
    finger(12, 10, 50, 21, 13) +
    ellipse(10, 0, 26, 19, `fill="${skin}"`) +
    finger(14, -10, 40, -18, 13),
}
