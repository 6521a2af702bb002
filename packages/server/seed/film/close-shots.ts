import { apron } from '../draw/apron.ts'
import { branch, petals } from '../draw/branch.ts'
import { pour, steam } from '../draw/effects.ts'
import { reach } from '../draw/hands.ts'
import {
  bowl,
  coffee,
  dishes,
  groundShadow,
  mug,
  plate,
  rice,
  spoutTip,
  tea,
  teacup,
  teapot,
  vase,
} from '../draw/pieces.ts'
import { between, ease, ellipse, group, mix, num, place, point, shape } from '../draw/svg.ts'
import { track } from './performance.ts'
import { view } from './shots.ts'
import type { Shot } from './shots.ts'

/** A potter's turntable under the piece. */
const turntable = (x: number, y: number, width: number): string =>
  ellipse(x + 26, y + 24, width * 1.16, width * 0.26, 'fill="url(#ground-shadow)" opacity=".8"') +
  ellipse(x, y + 14, width, width * 0.21, 'fill="#6f4d35"') +
  ellipse(x, y, width, width * 0.21, 'fill="#a87d58"') +
  ellipse(x, y - 1, width * 0.94, width * 0.19, 'fill="#b98d66"') +
  ellipse(x, y - 1, width * 0.6, width * 0.12, 'fill="none" stroke="#8f6746" stroke-width="2" opacity=".6"')

const bowlTurning = (t: number): string =>
  turntable(842, 596, 228) + place(842, 594, 2.35, groundShadow(44, 0.8), bowl({ spin: t * 0.75 }))

const bowlOfRice = (t: number): string =>
  place(842, 600, 2.3, groundShadow(50), bowl({ spin: 1.2, content: rice() })) + steam(842, 214, 250, 190, t, 0.85)

/** Light from morning (greenish) to evening (bluish) while she speaks of the glaze. */
const mugInLight = (t: number): string => {
  const evening = track(t, [71.2, 0], [72.4, 0], [74.6, 1], [76, 0.25])
  const morning = between(t, 71.2, 74, 0.9)
  return (
    place(
      846,
      606,
      2.05,
      groundShadow(78),
      mug({ spin: Math.sin(t * 0.5) * 0.35, content: coffee() }, 0.94 + Math.sin(t * 0.5) * 0.06),
    ) +
    steam(842, 268, 190, 200, t, 0.75) +
    shape('M0 0h1280v720H0z', `fill="#cfe3a0" opacity="${num(morning * 0.1)}"`) +
    shape('M0 0h1280v720H0z', `fill="#41619a" opacity="${num(evening * 0.17)}"`)
  )
}

/** She pours one cup: the stream begins at 104.6, is cut at 109.4, the pot is set back. */
const pouring = (t: number): string => {
  const lift = track(t, [102, 0], [103.6, 1], [110.6, 1], [112.4, 0.12])
  const angle = -track(t, [103.2, 6], [104.6, 34], [109.1, 34], [109.5, 12], [112, 4])
  const scale = 1.36
  const base = point(846, mix(560, 412, lift))
  const radians = (angle * Math.PI) / 180
  const pivot = point(0, -100 * scale)
  const tipX = spoutTip.x * scale - pivot.x
  const tipY = spoutTip.y * scale - pivot.y
  const tip = point(
    base.x + pivot.x + tipX * Math.cos(radians) - tipY * Math.sin(radians),
    base.y + pivot.y + tipX * Math.sin(radians) + tipY * Math.cos(radians),
  )
  const level = ease(t, 104.9, 109.3)
  const flowing =
    t > 104.6 ? pour(tip.x + 2, tip.y + 4, 504 - level * 8, t, t - 104.6, t > 109.35 ? t - 109.35 : null) : ''
  const grip = point(base.x + 6, base.y - 226 * scale)
  const turnedGrip = point(
    base.x + pivot.x + (grip.x - base.x) * Math.cos(radians) - (grip.y - base.y - pivot.y) * Math.sin(radians),
    base.y + pivot.y + (grip.x - base.x) * Math.sin(radians) + (grip.y - base.y - pivot.y) * Math.cos(radians),
  )
  return (
    place(614, 616, 1.5, groundShadow(44), teacup({ glaze: 'celadon', content: tea(level) })) +
    place(1086, 650, 1.3, groundShadow(44), teacup({ glaze: 'clay', spin: 1 })) +
    ellipse(868, 590, 190, 26, `fill="url(#ground-shadow)" opacity="${num(1 - lift * 0.62)}"`) +
    flowing +
    reach(point(1330, 60), turnedGrip, 1.75) +
    group(
      `translate(${num(base.x)} ${num(base.y)}) rotate(${num(angle)} ${num(pivot.x)} ${num(pivot.y)}) scale(${scale})`,
      teapot({ spin: 0.4 }),
    ) +
    reach(point(1330, 60), turnedGrip, 1.75, 'fingers') +
    steam(614, 496, 90, 150, t, ease(t, 105.4, 108) * 0.9)
  )
}

const vaseWithBranch = (t: number): string => {
  const down = ease(t, 136.6, 138.4)
  const bloom = ease(t, 139, 145.5)
  const sway = Math.sin(t * 1.1) * 1.2 + between(t, 138.2, 139.8, 0.4) * 2
  return place(
    858,
    628,
    1.5,
    groundShadow(58),
    `<g transform="translate(0 ${num(-240 * (1 - down))})" opacity="${num(ease(t, 136.3, 136.8))}">${branch(bloom, sway)}</g>`,
    vase({ spin: 0.3 + Math.sin(t * 0.25) * 0.5 }),
    petals(t - 142),
  )
}

const aprons = (t: number): string => {
  const swing = (phase: number): number => Math.sin(t * 1.3 + phase) * 1.6
  return (
    shape('M560 110h680v20H560z', 'fill="#8f6a4b"') +
    shape('M560 110h680v4H560z', 'fill="#c79d74"') +
    shape('M560 130h680v14H560z', 'fill="#20130a" opacity=".12"') +
    group(`translate(716 122) rotate(${num(swing(0))}) scale(1.24)`, apron('brick')) +
    group(`translate(1050 122) rotate(${num(swing(1.4))}) scale(1.24)`, apron('cream'))
  )
}

const lineUp = (t: number): string => {
  const pop = (index: number, x: number, y: number, scale: number, ...drawn: readonly string[]): string => {
    const here = ease(t, 172.1 + index * 0.16, 172.6 + index * 0.16)
    return place(x, y + (1 - here) * 26, scale * (0.9 + 0.1 * here), ...drawn)
  }
  return (
    pop(3, 1112, 560, 1.02, groundShadow(54), branch(1, Math.sin(t) * 1), vase()) +
    pop(2, 852, 560, 1.12, groundShadow(60), teapot()) +
    pop(4, 188, 566, 1.02, groundShadow(80), plate({ spin: t * 0.1 })) +
    pop(0, 466, 604, 1.18, groundShadow(44), bowl({ spin: t * 0.3 })) +
    pop(1, 664, 640, 0.86, groundShadow(70), mug({ content: coffee() })) +
    pop(5, 966, 652, 0.9, groundShadow(44), teacup({ glaze: 'clay' })) +
    pop(6, 308, 662, 0.84, groundShadow(60), dishes()) +
    steam(664, 498, 70, 80, t, 0.5)
  )
}

export const closeShots: readonly Shot[] = [
  { from: 32.2, to: 40.4, stage: 'sand', camera: [view(640, 360, 1), view(664, 372, 1.06)], draw: bowlTurning },
  { from: 40.4, to: 44.5, stage: 'sand', camera: [view(664, 360, 1.06), view(654, 352, 1.03)], draw: bowlOfRice },
  { from: 66.4, to: 79, stage: 'sage', camera: [view(640, 360, 1), view(668, 376, 1.07)], draw: mugInLight },
  { from: 102.2, to: 114, stage: 'dusk', camera: [view(640, 360, 1), view(636, 366, 1.05)], draw: pouring },
  { from: 136.2, to: 149.8, stage: 'mist', camera: [view(650, 366, 1.05), view(640, 360, 1)], draw: vaseWithBranch },
  { from: 164.1, to: 172, stage: 'rose', camera: [view(640, 360, 1), view(656, 360, 1.04)], draw: aprons },
  { from: 172, to: 175.8, stage: 'sand', camera: [view(640, 360, 1.03), view(640, 360, 1)], draw: lineUp },
]
