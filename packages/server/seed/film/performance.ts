import { captions } from '../content/show.ts'
import type { HandShape } from '../draw/hands.ts'
import type { Arm, HostPose } from '../draw/host.ts'
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

/** Hand and elbow of an arm that lies on the table, and where they are when it moves with the words. */
const resting = {
  left: point(556, 598),
  leftElbow: point(419, 545),
  right: point(722, 600),
  rightElbow: point(857, 547),
}
const talking = {
  left: point(432, 452),
  leftElbow: point(452, 560),
  right: point(846, 448),
  rightElbow: point(824, 560),
}

const toward = (from: Point, to: Point, share: number, dx = 0, dy = 0): Point =>
  point(mix(from.x, to.x + dx, share), mix(from.y, to.y + dy, share))

interface Span {
  readonly from: number
  readonly to: number
}

/** Hands on the table; in `left` and `right` (seconds) they leave it and move with the words. */
export const gestures = (
  t: number,
  left: Span | null,
  right: Span | null,
): { readonly leftArm: Arm; readonly rightArm: Arm } => {
  const sway = Math.sin(t * 3.9) * 7
  const bob = Math.sin(t * 5.1 + 1) * 6
  const lifted = (span: Span | null): number => (span ? between(t, span.from, span.to, 0.5) : 0)
  const [up, other] = [lifted(left), lifted(right)]
  const shapeAt = (share: number): HandShape => (share > 0.4 ? 'open' : 'rest')
  const turnAt = (share: number, free: number): number => (share > 0.4 ? free * share : 0)
  return {
    leftArm: {
      ...arm(toward(resting.left, talking.left, up, sway, bob), shapeAt(up), turnAt(up, sway - 24)),
      elbow: toward(resting.leftElbow, talking.leftElbow, up),
    },
    rightArm: {
      ...arm(toward(resting.right, talking.right, other, -sway, -bob), shapeAt(other), turnAt(other, -24 - sway)),
      elbow: toward(resting.rightElbow, talking.rightElbow, other),
    },
  }
}

/** Waving with the hand at the right of the picture, the other stays where it is. */
export const waving = (t: number, from: number, to: number): { readonly leftArm: Arm; readonly rightArm: Arm } => {
  const up = between(t, from, to, 0.6)
  const swing = Math.sin(t * 8)
  return {
    leftArm: { ...arm(resting.left, 'rest'), elbow: resting.leftElbow },
    rightArm: {
      ...arm(
        toward(resting.right, point(884 + swing * 12, 318), up),
        up > 0.3 ? 'wave' : 'rest',
        up > 0.3 ? swing * 16 - 4 : 0,
      ),
      elbow: toward(resting.rightElbow, point(888, 456), up),
    },
  }
}
