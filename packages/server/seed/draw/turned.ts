import { glazes } from './glaze.ts'
import type { GlazeName } from './glaze.ts'
import { ellipse, line, mix, num, point, randomFrom, shape } from './svg.ts'
import type { Point } from './svg.ts'

/** A radius at a height: y is 0 where the piece stands and negative upwards. */
export type Ring = readonly [radius: number, y: number]

export interface Turned {
  /** From the rim down to the foot. */
  readonly profile: readonly Ring[]
  readonly glaze: GlazeName
  /** Radians the piece has been turned on the wheel: what is painted on it moves with it. */
  readonly spin?: number
  /** How far from above we look: a circle's height over its width. */
  readonly tilt?: number
  readonly wall?: number
  /** The glaze ends in a waving line at `y`; below it the clay is bare. */
  readonly dip?: { readonly y: number; readonly wave: number; readonly under: GlazeName }
  readonly speckles?: { readonly count: number; readonly seed: number; readonly size: number; readonly opacity: number }
  /** Heights at which the thrower's fingers left a line. */
  readonly lines?: readonly number[]
  /** What is in it, drawn over the inner wall in the coordinates of the piece. */
  readonly content?: string
  readonly lip?: string
  readonly closed?: boolean
  /** Where the window is mirrored, from low to high as shares of the height; null for none. */
  readonly gloss?: readonly [low: number, high: number] | null
}

/** The profile as a smooth curve: radius for any height (Catmull–Rom through the rings, in steps). */
export const smooth = (profile: readonly Ring[], steps = 8): Ring[] => {
  const at = (index: number): Ring => profile[Math.min(profile.length - 1, Math.max(0, index))] ?? [0, 0]
  const rings: Ring[] = []
  for (let index = 0; index < profile.length - 1; index += 1) {
    const [a, b, c, d] = [at(index - 1), at(index), at(index + 1), at(index + 2)]
    for (let step = 0; step < steps; step += 1) {
      const s = step / steps
      const spline = (p: number, q: number, r: number, t: number): number =>
        0.5 * (2 * q + (r - p) * s + (2 * p - 5 * q + 4 * r - t) * s * s + (3 * q - p - 3 * r + t) * s * s * s)
      rings.push([spline(a[0], b[0], c[0], d[0]), spline(a[1], b[1], c[1], d[1])])
    }
  }
  rings.push(at(profile.length - 1))
  return rings
}

export const radiusAt = (rings: readonly Ring[], y: number): number => {
  for (let index = 1; index < rings.length; index += 1) {
    const above = rings[index - 1]
    const below = rings[index]
    if (above && below && y <= below[1]) {
      const span = below[1] - above[1]
      return span === 0 ? below[0] : mix(above[0], below[0], (y - above[1]) / span)
    }
  }
  return rings.at(-1)?.[0] ?? 0
}

/** Where the angle (0 faces us) at a height stands on the picture. */
export const onSurface = (rings: readonly Ring[], y: number, angle: number, tilt: number): Point => {
  const radius = radiusAt(rings, y)
  return point(radius * Math.sin(angle), y + radius * tilt * Math.cos(angle) - radiusAt(rings, 0) * tilt)
}

const frontArc = (rings: readonly Ring[], y: (angle: number) => number, tilt: number): Point[] =>
  Array.from({ length: 33 }, (_, index) => {
    const angle = ((index - 16) / 16) * (Math.PI / 2)
    return onSurface(rings, y(angle), angle, tilt)
  })

/** A piece made on the wheel, standing on (0, 0): body, inside, lip, glaze line, speckles, gloss. */
export const turned = (piece: Turned): string => {
  const tilt = piece.tilt ?? 0.2
  const spin = piece.spin ?? 0
  const rings = smooth(piece.profile)
  const glaze = glazes[piece.glaze]
  const [rimRadius, rimY] = rings[0] ?? [0, 0]
  const lift = radiusAt(rings, 0) * tilt
  const right = rings.map(([radius, y]) => point(radius, y - lift))
  const left = right.map((p) => point(-p.x, p.y)).reverse()
  const foot = frontArc(rings, () => 0, tilt)
  const outline = `${line([...right, ...foot.toReversed(), ...left])}Z`
  const parts = [shape(outline, `fill="url(#body-${piece.glaze})"`)]

  if (piece.dip) {
    const { y, wave, under } = piece.dip
    const edge = frontArc(
      rings,
      (angle) => y + wave * (Math.sin(3 * (angle - spin) + 1) + 0.5 * Math.sin(7 * (angle - spin)) - 0.3),
      tilt,
    )
    const edgeEnd = edge.at(-1)
    const edgeStart = edge[0]
    if (edgeEnd && edgeStart) {
      const side = right.filter((p) => p.y > edgeEnd.y)
      const otherSide = left.filter((p) => p.y > edgeStart.y)
      const bare = `${line([...edge, ...side, ...foot.toReversed(), ...otherSide])}Z`
      parts.push(shape(bare, `fill="url(#body-${under})"`))
      parts.push(shape(line(edge), `fill="none" stroke="${glaze.deep}" stroke-width="3.4" opacity=".3"`))
      const drop = edge.map((p) => point(p.x, p.y - 2.6))
      parts.push(shape(line(drop), `fill="none" stroke="${glaze.light}" stroke-width="2.2" opacity=".75"`))
    }
  }
  for (const y of piece.lines ?? []) {
    parts.push(
      shape(
        line(frontArc(rings, () => y, tilt)),
        `fill="none" stroke="${glaze.deep}" stroke-width="1.6" opacity=".22" stroke-linecap="round"`,
      ),
      shape(
        line(frontArc(rings, () => y + 2.4, tilt)),
        `fill="none" stroke="${glaze.light}" stroke-width="1.4" opacity=".3" stroke-linecap="round"`,
      ),
    )
  }
  parts.push(speckled(piece, rings, spin, tilt))
  parts.push(shape(outline, 'fill="url(#foot-shade)"'))
  const mirrored = piece.gloss === undefined ? ([0.24, 0.88] as const) : piece.gloss
  if (mirrored) parts.push(gloss(rings, tilt, mirrored, piece.glaze === 'iron' ? 0.62 : 0.9))

  if (!piece.closed) {
    const wall = piece.wall ?? 6
    const top = rimY - lift
    parts.push(ellipse(0, top, rimRadius, rimRadius * tilt, `fill="url(#lip-${piece.glaze})"`))
    parts.push(
      ellipse(0, top + wall * 0.16, rimRadius - wall, (rimRadius - wall) * tilt, `fill="url(#inner-${piece.glaze})"`),
    )
    const lip = piece.lip ?? glaze.light
    const half = (rx: number, ry: number, y: number, sweep: 0 | 1): string =>
      `M${num(-rx)} ${num(y)}A${num(rx)} ${num(ry)} 0 0 ${sweep} ${num(rx)} ${num(y)}`
    const rimStroke = `fill="none" stroke="${lip}" stroke-width="2.4" opacity=".8"`
    parts.push(
      shape(
        half(rimRadius - wall, (rimRadius - wall) * tilt, top, 1),
        `fill="none" stroke="#1d120a" stroke-width="${num(wall * 0.7)}" opacity=".16"`,
      ),
      shape(half(rimRadius - 1, rimRadius * tilt - 0.6, top, 1), rimStroke),
    )
    if (piece.content) {
      const front = rimRadius - wall * 0.4
      parts.push(
        piece.content,
        shape(
          half(front, front * tilt, top, 0),
          `fill="none" stroke="url(#lip-${piece.glaze})" stroke-width="${num(wall * 0.9)}"`,
        ),
      )
    }
    parts.push(shape(half(rimRadius - 1, rimRadius * tilt - 0.6, top, 0), rimStroke))
  }
  return parts.join('')
}

const speckled = (piece: Turned, rings: readonly Ring[], spin: number, tilt: number): string => {
  if (!piece.speckles) return ''
  const random = randomFrom(piece.speckles.seed)
  const top = rings[0]?.[1] ?? 0
  const dots: string[] = []
  for (let index = 0; index < piece.speckles.count; index += 1) {
    const angle = random() * Math.PI * 2 + spin
    const y = top * (0.06 + 0.9 * random())
    const size = piece.speckles.size * (0.4 + random())
    const facing = Math.cos(angle)
    if (facing > 0.08) {
      const p = onSurface(rings, y, angle, tilt)
      dots.push(
        ellipse(p.x, p.y, size * facing + 0.2, size, `opacity="${num(piece.speckles.opacity * (0.5 + facing / 2))}"`),
      )
    }
  }
  return `<g fill="${glazes[piece.glaze].speckle}">${dots.join('')}</g>`
}

/** The window's light on the left shoulder: three strokes, wide and faint to narrow and bright, instead of a blur. */
const gloss = (
  rings: readonly Ring[],
  tilt: number,
  [low, high]: readonly [number, number],
  strength: number,
): string => {
  const height = rings[0]?.[1] ?? 0
  const width = radiusAt(rings, height * mix(low, high, 0.5)) / 95
  const band = (from: number, to: number, angle: number): string =>
    line(
      Array.from({ length: 14 }, (_, index) =>
        onSurface(rings, height * mix(low, high, mix(from, to, index / 13)), angle, tilt),
      ),
    )
  const stroke = (d: string, thickness: number, opacity: number): string =>
    shape(
      d,
      `fill="none" stroke="#fff" stroke-width="${num(thickness * width)}" stroke-linecap="round" stroke-linejoin="round" opacity="${num(opacity * strength)}"`,
    )
  return (
    stroke(band(0.96, 0.04, -0.76), 20, 0.1) +
    stroke(band(0.96, 0.1, -0.77), 12, 0.14) +
    stroke(band(0.95, 0.26, -0.78), 5.5, 0.4) +
    stroke(band(0.14, 0.07, -0.78), 5, 0.3)
  )
}
