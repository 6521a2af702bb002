import { glazes } from './glaze.ts'
import type { GlazeName } from './glaze.ts'
import { ellipse, group, line, mix, num, place, randomFrom, shape } from './svg.ts'
import { onSurface, smooth, turned } from './turned.ts'
import type { Ring } from './turned.ts'

/** All pieces stand on (0, 0) and are drawn at the scale of a bowl 200 units wide. */

export interface PieceLook {
  readonly glaze?: GlazeName
  readonly spin?: number
  readonly content?: string
}

/** Shadow on the table for a piece whose foot is `width` wide. */
export const groundShadow = (width: number, strength = 1): string =>
  ellipse(width * 0.14, -1, width * 0.98, width * 0.2, `fill="url(#ground-shadow)" opacity="${num(0.75 * strength)}"`) +
  ellipse(width * 0.03, -2, width * 0.56, width * 0.1, `fill="url(#ground-shadow)" opacity="${num(strength)}"`)

const bowlProfile: readonly Ring[] = [
  [101, -128],
  [98, -119],
  [92, -92],
  [78, -58],
  [56, -30],
  [37, -16],
  [36, -6],
  [34, 0],
]

export const bowl = ({ glaze = 'mist', spin = 0, content }: PieceLook = {}): string =>
  turned({
    profile: bowlProfile,
    glaze,
    spin,
    tilt: 0.2,
    wall: 6,
    dip: { y: -24, wave: 2.6, under: 'bisque' },
    speckles: { count: 90, seed: 7, size: 1.25, opacity: glaze === 'mist' ? 0.4 : 0.3 },
    lines: [-104, -78],
    lip: glaze === 'mist' ? '#c9a578' : glazes[glaze].light,
    ...(content ? { content } : {}),
  })

/** A heap of rice for the bowl: it rises above the rim. */
export const rice = (): string => {
  const random = randomFrom(23)
  const grains: string[] = []
  for (let index = 0; index < 420; index += 1) {
    const across = random() * 2 - 1
    const depth = random()
    const dome = Math.sqrt(Math.max(0, 1 - across * across))
    const x = across * 84
    const y = -138 + dome * mix(17, -44, depth)
    const turn = random() * 140 - 70
    const shade = x > 30 && depth < 0.75 ? '#ece2d0' : '#fffdf8'
    grains.push(
      `<ellipse cx="${num(x)}" cy="${num(y)}" rx="4.8" ry="2" transform="rotate(${num(turn)} ${num(x)} ${num(y)})" fill="${shade}" stroke="#dccfb8" stroke-width=".8"/>`,
    )
  }
  return `${shape('M-93-137C-88-166-52-186 0-186S88-166 93-137C78-110-78-110-93-137Z', 'fill="#f6f0e4"')}${grains.join('')}`
}

const mugProfile: readonly Ring[] = [
  [72, -156],
  [70, -148],
  [69, -110],
  [70, -60],
  [68, -24],
  [60, -6],
  [56, 0],
]

/** `turn` swings the handle: 1 straight to the right, 0 towards us. */
export const mug = ({ glaze = 'celadon', spin = 0, content }: PieceLook = {}, turn = 1): string => {
  const palette = glazes[glaze]
  const reach = 62 * turn
  const handle = `M${num(60 * turn)} -128C${num(70 * turn + reach)} -140 ${num(72 * turn + reach)} -46 ${num(56 * turn)} -46`
  return (
    shape(handle, `fill="none" stroke="${palette.deep}" stroke-width="23" stroke-linecap="round"`) +
    shape(handle, `fill="none" stroke="${palette.dark}" stroke-width="18" stroke-linecap="round"`) +
    group(
      'translate(-2 -3)',
      shape(handle, `fill="none" stroke="${palette.base}" stroke-width="9" stroke-linecap="round" opacity=".9"`),
    ) +
    turned({
      profile: mugProfile,
      glaze,
      spin,
      tilt: 0.19,
      wall: 6,
      dip: { y: -38, wave: 2.6, under: 'bisque' },
      speckles: { count: 46, seed: 31, size: 1.3, opacity: 0.32 },
      lines: [-118],
      ...(content ? { content } : {}),
    })
  )
}

/** Coffee up to a finger under the mug's rim. */
export const coffee = (): string =>
  ellipse(0, -164, 62, 10.6, 'fill="#3a2115"') +
  ellipse(0, -163.6, 62, 10.2, 'fill="none" stroke="#b77f4d" stroke-width="2.6" opacity=".8"') +
  shape(
    'M-44-167c20-6 50-6 66-3',
    'fill="none" stroke="#e9c9a2" stroke-width="2.6" stroke-linecap="round" opacity=".55"',
  )

const potProfile: readonly Ring[] = [
  [44, -136],
  [58, -131],
  [82, -112],
  [99, -78],
  [97, -46],
  [78, -18],
  [56, -6],
  [52, 0],
]

/** The bail-handled teapot. */
export const teapot = ({ spin = 0 }: PieceLook = {}): string => {
  const iron = glazes.iron
  return (
    shape(
      'M-62-58C-96-62-112-104-136-124c-6-5-16-4-20 2 10 4 20 18 26 34 10 30 26 56 62 66Z',
      'fill="url(#body-iron)"',
    ) +
    shape(
      'M-152-122c12 0 22 24 32 46 8 18 22 34 44 42',
      `fill="none" stroke="${iron.light}" stroke-width="4" opacity=".4" stroke-linecap="round"`,
    ) +
    ellipse(-146, -124, 11, 5, 'fill="#1d120b" transform="rotate(-24 -146 -124)"') +
    shape(
      'M-58-128C-62-258 82-262 66-124',
      `fill="none" stroke="${iron.deep}" stroke-width="15" stroke-linecap="round"`,
    ) +
    shape(
      'M-58-128C-62-258 82-262 66-124',
      `fill="none" stroke="${iron.dark}" stroke-width="10" stroke-linecap="round"`,
    ) +
    shape(
      'M-54-150C-50-216-20-234 8-232',
      `fill="none" stroke="${iron.light}" stroke-width="3.6" stroke-linecap="round" opacity=".55"`,
    ) +
    turned({
      profile: potProfile,
      glaze: 'iron',
      spin,
      tilt: 0.2,
      closed: true,
      gloss: [0.3, 0.84],
      speckles: { count: 120, seed: 5, size: 1.5, opacity: 0.5 },
      lines: [-102, -60],
    }) +
    ellipse(0, -145, 47, 11, `fill="${iron.deep}"`) +
    shape('M-45-147c4-26 86-26 90 0-14 12-76 12-90 0Z', 'fill="url(#body-iron)"') +
    shape(
      'M-30-156c10-8 26-10 40-10',
      'fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round" opacity=".28"',
    ) +
    shape('M-9-166c-2-16 20-16 18 0Z', 'fill="url(#body-iron)"') +
    ellipse(0, -178, 12, 9, 'fill="url(#body-iron)"') +
    ellipse(-3, -181, 4, 2.4, 'fill="#fff" opacity=".35"') +
    ellipse(-56, -129, 7, 6, `fill="${iron.dark}"`) +
    ellipse(64, -126, 7, 6, `fill="${iron.dark}"`)
  )
}

const vaseProfile: readonly Ring[] = [
  [24, -232],
  [19, -222],
  [19, -196],
  [34, -160],
  [66, -118],
  [84, -74],
  [80, -38],
  [58, -10],
  [48, 0],
]

export const vase = ({ glaze = 'snow', spin = 0 }: PieceLook = {}): string => {
  const random = randomFrom(77)
  const rings = smooth(vaseProfile)
  const crackle = Array.from({ length: 9 }, () => {
    const angle = random() * Math.PI * 2 + spin
    const y = -150 + random() * 120
    if (Math.cos(angle) < 0.25) return ''
    const steps = Array.from({ length: 4 }, (_, index) =>
      onSurface(rings, y + index * 9, angle + (index % 2 === 0 ? 0 : 0.1) + index * 0.04, 0.18),
    )
    return shape(line(steps), `fill="none" stroke="${glazes[glaze].dark}" stroke-width="1" opacity=".5"`)
  })
  return (
    turned({
      profile: vaseProfile,
      glaze,
      spin,
      tilt: 0.18,
      wall: 5,
      speckles: { count: 34, seed: 12, size: 1, opacity: 0.35 },
      gloss: [0.16, 0.62],
    }) + crackle.join('')
  )
}

/** A dinner plate lying on the table, its brushed ring turned by `spin`. */
export const plate = ({ spin = 0 }: PieceLook = {}): string => {
  const tilt = 0.34
  const dab = (angle: number, inner: number, outer: number, spread: number): string => {
    const at = (a: number, r: number): string => `${num(Math.sin(a) * r)} ${num(-24 + Math.cos(a) * r * tilt)}`
    return `M${at(angle, inner)}Q${at(angle - spread, (inner + outer) / 2)} ${at(angle, outer)}Q${at(angle + spread, (inner + outer) / 2)} ${at(angle, inner)}`
  }
  const petals = Array.from({ length: 14 }, (_, index) => dab(spin + (index / 14) * Math.PI * 2, 46, 82, 0.16)).join('')
  const buds = Array.from({ length: 14 }, (_, index) =>
    dab(spin + ((index + 0.5) / 14) * Math.PI * 2, 70, 90, 0.06),
  ).join('')
  return (
    ellipse(0, -6, 92, 92 * tilt, `fill="${glazes.indigo.deep}"`) +
    shape('M-128-24C-120 4-64 14 0 14S120 4 128-24Z', 'fill="url(#body-snow)"') +
    ellipse(0, -24, 128, 128 * tilt, 'fill="url(#lip-snow)"') +
    ellipse(0, -22, 120, 119 * tilt, 'fill="#eef0f1"') +
    ellipse(0, -21, 98, 97 * tilt, 'fill="#dfe4ea"') +
    ellipse(0, -20, 92, 91 * tilt, 'fill="#f3f4f4"') +
    shape(petals, `fill="${glazes.indigo.base}" opacity=".9"`) +
    shape(buds, `fill="${glazes.indigo.dark}" opacity=".85"`) +
    ellipse(0, -24, 34, 34 * tilt, `fill="none" stroke="${glazes.indigo.base}" stroke-width="5" opacity=".85"`) +
    ellipse(0, -24, 18, 18 * tilt, `fill="${glazes.indigo.dark}" opacity=".85"`) +
    ellipse(0, -24, 112, 111 * tilt, `fill="none" stroke="${glazes.indigo.dark}" stroke-width="4.4" opacity=".9"`) +
    ellipse(0, -24, 105, 104 * tilt, `fill="none" stroke="${glazes.indigo.base}" stroke-width="1.6" opacity=".8"`) +
    shape(
      'M-112-40C-84-58-30-66 14-65',
      'fill="none" stroke="#fff" stroke-width="5" stroke-linecap="round" opacity=".85"',
    )
  )
}

const teacupProfile: readonly Ring[] = [
  [58, -76],
  [56, -70],
  [52, -46],
  [42, -20],
  [28, -10],
  [27, 0],
]

export const teacup = ({ glaze = 'clay', spin = 0, content }: PieceLook = {}): string =>
  turned({
    profile: teacupProfile,
    glaze,
    spin,
    tilt: 0.22,
    wall: 4.5,
    dip: { y: -18, wave: 2, under: 'bisque' },
    speckles: { count: 34, seed: 3, size: 1.1, opacity: 0.4 },
    lines: [-58],
    ...(content ? { content } : {}),
  })

/** Tea in a cup: `level` 0 (empty) to 1 (a finger under the rim). */
export const tea = (level: number): string => {
  if (level <= 0) return ''
  const radius = 34 + 17.5 * level
  return (
    ellipse(0, -80 + (1 - level) * 5, radius, radius * 0.22, 'fill="#9a5a22"') +
    ellipse(-8, -81 + (1 - level) * 5, radius * 0.6, radius * 0.1, 'fill="#d99a4e" opacity=".55"')
  )
}

/** Five hand-pinched dishes, one on the other, each a little askew. */
export const dishes = (): string => {
  const order: readonly GlazeName[] = ['indigo', 'clay', 'celadon', 'mist']
  const stack = order
    .map((glaze, index) =>
      place(
        [0, 7, -6, 4][index] ?? 0,
        -index * 17,
        1,
        turned({
          profile: [
            [84, -24],
            [78, -19],
            [58, -7],
            [44, 0],
          ],
          glaze,
          tilt: 0.26,
          wall: 4,
          gloss: null,
          speckles: { count: 24, seed: 40 + index, size: 1, opacity: 0.35 },
          spin: index,
        }),
      ),
    )
    .join('')
  return stack
}
