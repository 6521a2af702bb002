import { captions } from '../content/show.ts'
import type { Arm, HandShape, HostPose } from '../draw/host.ts'
import { between, clamp, ease, mix, point, randomFrom } from '../draw/svg.ts'
import type { Point } from '../draw/svg.ts'

const blinks: readonly number[] = (() => {
  const random = randomFrom(1240)
  const moments: number[] = []
  let at = 1.8
  while (at < 182) {
    moments.push(at)
    if (random() < 0.18) moments.push(at + 0.32)
    at += 2.2 + random() * 3
  }
  return moments
})()

const lids = (t: number): number => {
  const blink = blinks.find((moment) => t >= moment && t < moment + 0.2)
  if (blink === undefined) return 1
  return Math.abs((t - blink) / 0.1 - 1)
}

/** How much is being said right now: 0 in pauses, 1 in the middle of a sentence. */
export const speaking = (t: number): number => {
  const line = captions.find((caption) => t >= caption.from && t < caption.to)
  return line ? between(t, line.from, line.to, 0.18) : 0
}

/** A mouth that forms about five syllables a second, never two alike. */
const mouth = (t: number): number => {
  const beat = 0.5 + 0.5 * Math.sin(t * 2 * Math.PI * 4.7 + Math.sin(t * 3.1) * 1.6)
  const size = 0.62 + 0.38 * Math.sin(t * 5.3 + Math.sin(t * 1.7) * 2)
  return speaking(t) * clamp(0.12 + beat * size * 0.86)
}

/** What a living person does by the way: breathe, blink, nod with the words, look around. */
export const alive = (t: number): Omit<HostPose, 'leftArm' | 'rightArm'> => {
  const words = speaking(t)
  return {
    lean: Math.sin(t * 0.7) * 1.6 + Math.sin(t * 1.9 + 1) * 0.9 + words * Math.sin(t * 3.3) * 1.5,
    lookX: Math.sin(t * 0.53) * 0.34 + Math.sin(t * 1.31 + 2) * 0.2,
    lookY: 0.08 + words * Math.sin(t * 4.1) * 0.16,
    eyes: lids(t),
    joy: 0,
    brows: 0.2 + words * (0.35 + 0.35 * Math.sin(t * 2.3)),
    mouth: mouth(t),
    smile: 0.82 + 0.18 * Math.sin(t * 0.9),
    breath: 2.2 + 2.2 * Math.sin(t * 1.9),
    apron: 'sage',
  }
}

/** A value that goes from key to key with soft starts and ends. */
export const track = (t: number, ...keys: readonly (readonly [at: number, value: number])[]): number => {
  const first = keys[0]
  if (!first) return 0
  let value = first[1]
  for (let index = 1; index < keys.length; index += 1) {
    const from = keys[index - 1]
    const to = keys[index]
    if (from && to && t >= from[0]) value = mix(from[1], to[1], ease(t, from[0], to[0]))
  }
  return value
}

export const arm = (at: Point, hand: HandShape, turn = 0): Arm => ({ at, hand, turn })

const restLeft = point(556, 598)
const restRight = point(722, 600)

/** Hands on the table; while `talk` is up they leave it and move with the words. */
export const gestures = (
  t: number,
  left: { readonly from: number; readonly to: number } | null,
  right: { readonly from: number; readonly to: number } | null,
): { readonly leftArm: Arm; readonly rightArm: Arm } => {
  const sway = Math.sin(t * 3.9) * 7
  const bob = Math.sin(t * 5.1 + 1) * 6
  const lifted = (span: { readonly from: number; readonly to: number } | null): number =>
    span ? between(t, span.from, span.to, 0.5) : 0
  const [up, other] = [lifted(left), lifted(right)]
  return {
    leftArm: arm(
      point(mix(restLeft.x, 432 + sway, up), mix(restLeft.y, 452 + bob, up)),
      up > 0.45 ? 'open' : 'rest',
      up > 0.45 ? -24 + sway : 0,
    ),
    rightArm: arm(
      point(mix(restRight.x, 846 - sway, other), mix(restRight.y, 448 - bob, other)),
      other > 0.45 ? 'open' : 'rest',
      other > 0.45 ? -24 - sway : 0,
    ),
  }
}

/** Waving with the hand at the right of the picture, the other stays where it is. */
export const waving = (t: number, from: number, to: number): { readonly leftArm: Arm; readonly rightArm: Arm } => {
  const up = between(t, from, to, 0.6)
  return {
    leftArm: arm(restLeft, 'rest'),
    rightArm: arm(
      point(mix(restRight.x, 884 + Math.sin(t * 8) * 12, up), mix(restRight.y, 318, up)),
      up > 0.35 ? 'wave' : 'rest',
      up > 0.35 ? Math.sin(t * 8) * 16 - 4 : 0,
    ),
  }
}
