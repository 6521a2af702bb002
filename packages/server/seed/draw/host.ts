import { ellipse, glow, gradient, group, num, point, shape } from './svg.ts'
import type { Point } from './svg.ts'
import { along, band, hands, limb, skin, skinLine, skinShade } from './hands.ts'
import type { HandShape } from './hands.ts'
import { tableEdge } from './studio.ts'

export interface Arm {
  readonly at: Point
  readonly hand: HandShape
  /** Degrees, 0 = as drawn (fingers towards the middle, or upwards for wave and open). */
  readonly turn: number
  /** Where the elbow is, if the two bones would not find it themselves (an arm that points at the camera looks shorter). */
  readonly elbow?: Point
}

/** The host in one moment, in the room's coordinates (1280 × 720). */
export interface HostPose {
  readonly leftArm: Arm
  readonly rightArm: Arm
  /** Degrees the head leans, and −1 to 1 where the face turns. */
  readonly lean: number
  readonly lookX: number
  readonly lookY: number
  /** 0 closed, 1 open; `joy` 1 bends the eyes into arcs of a smile. */
  readonly eyes: number
  readonly joy: number
  readonly brows: number
  readonly mouth: number
  readonly smile: number
  /** Pixels the chest has risen. */
  readonly breath: number
  readonly apron: 'sage' | 'brick'
}

/** The figure's own coordinates: the neck is near (4, 40) and one unit is 1.28 pixels of the room. */
const originX = 636
const originY = 262
const size = 1.28

/** One light over body and sleeves, so that they read as one shirt: the gradient lies on the room, not on each shape. */
const linen = (id: string, from: number, to: number): string =>
  `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${num(from)}" y1="0" x2="${num(to)}" y2="0"><stop offset="0" stop-color="#fbf5ea"/><stop offset=".5" stop-color="#eadfca"/><stop offset="1" stop-color="#c4b499"/></linearGradient>`

const hair = '#35231b'

export const hostDefs = (): string =>
  `<defs>${[
    gradient('skin', 'across', [
      [0, '#f3cdae'],
      [0.5, '#e8b792'],
      [1, '#cf9470'],
    ]),
    gradient('neck', 'down', [
      [0, '#b97f5d'],
      [1, '#dca47e'],
    ]),
    linen('linen-body', (480 - originX) / size, (820 - originX) / size),
    linen('linen-arm', 480, 820),
    gradient('sage', 'across', [
      [0, '#8fa698'],
      [0.5, '#6f8a7b'],
      [1, '#4a6155'],
    ]),
    gradient('brick', 'across', [
      [0, '#c5785c'],
      [0.5, '#ab5c42'],
      [1, '#7b3d2b'],
    ]),
    gradient('hair', 'slant', [
      [0, '#4d352a'],
      [0.5, '#35231b'],
      [1, '#241712'],
    ]),
    glow('cheek', [
      [0, '#e2795c', 0.5],
      [1, '#e2795c', 0],
    ]),
    glow('host-shade', [
      [0, '#20130a', 0.36],
      [1, '#20130a', 0],
    ]),
    `<clipPath id="above-table"><path d="M-400-400h2080v${tableEdge + 402}h-2080z"/></clipPath>`,
  ].join('')}</defs>`

const shoulders = { left: point(504, 424), right: point(770, 424) }

/** Where the elbow goes: two bones of fixed length between shoulder and hand, bent outwards and down. */
const elbowOf = (shoulder: Point, hand: Point, side: -1 | 1): Point => {
  const [upper, lower] = [148, 146]
  const reach = Math.min(Math.hypot(hand.x - shoulder.x, hand.y - shoulder.y), upper + lower - 2)
  const base = Math.atan2(hand.y - shoulder.y, hand.x - shoulder.x)
  const bend = Math.acos((upper * upper + reach * reach - lower * lower) / (2 * upper * reach))
  const bent = (sign: -1 | 1): Point =>
    point(shoulder.x + Math.cos(base + sign * bend) * upper, shoulder.y + Math.sin(base + sign * bend) * upper)
  const [one, other] = [bent(-1), bent(1)]
  return side * one.x + one.y > side * other.x + other.y ? one : other
}

/** Sleeve, rolled cuff and bare forearm; each first in its shade, then lit a little up and to the left. */
const arm = (pose: Arm, side: -1 | 1, breath: number): string => {
  const socket = side === -1 ? shoulders.left : shoulders.right
  const shoulder = point(socket.x, socket.y - breath)
  const elbow = pose.elbow ?? elbowOf(shoulder, pose.at, side)
  const wrist = pose.at
  const on = (share: number): Point => along(elbow, wrist, share)
  const lit = (p: Point): Point => point(p.x - 2, p.y - 5)
  const shade = side === -1 ? '#cdbea4' : '#a99a80'
  return (
    limb(on(0.4), wrist, 44, 31, skinShade) +
    limb(lit(on(0.4)), lit(on(0.97)), 37, 24, skin) +
    limb(shoulder, elbow, 82, 74, shade) +
    limb(elbow, on(0.42), 74, 60, shade) +
    limb(lit(shoulder), lit(elbow), 74, 64, 'url(#linen-arm)') +
    limb(lit(elbow), lit(on(0.42)), 64, 52, 'url(#linen-arm)') +
    band(on(0.43), on(0.57), 66, shade) +
    band(lit(on(0.44)), lit(on(0.55)), 57, '#f3ead9') +
    band(lit(on(0.545)), lit(on(0.56)), 57, '#d8c9ae')
  )
}

const hand = (pose: Arm, side: -1 | 1): string =>
  group(
    `translate(${num(pose.at.x)} ${num(pose.at.y)}) scale(${side === -1 ? 1 : -1} 1) rotate(${num(pose.turn)}) scale(1.06)`,
    hands[pose.hand],
  )

const torso = (breath: number, apron: HostPose['apron']): string =>
  group(
    `translate(${originX} ${num(originY - breath)}) scale(${size})`,
    shape(
      'M-30 48C-86 54-120 74-126 122l6 196h252l6-196C126 74 92 54 34 48 22 72-16 72-30 48Z',
      'fill="url(#linen-body)"',
    ),
    shape('M-31 47c6 30 58 32 66 1l8 4c-8 42-74 42-84 0Z', 'fill="#fdf8ee"'),
    shape(
      `M-66 58-56 150c-20 20-26 90-26 170H90c0-80-6-150-26-170l10-92-16-6-14 98H-26L-50 52Z`,
      `fill="url(#${apron})"`,
    ),
    shape(
      'M-54 150C-20 158 34 158 62 150',
      'fill="none" stroke="#fff" stroke-width="2" stroke-dasharray="5 5" opacity=".3"',
    ),
    shape('M-52 158C-20 166 32 166 60 158', 'fill="none" stroke="#1c2a23" stroke-width="3" opacity=".18"'),
    ellipse(-46, 140, 5, 5, 'fill="#c9a86a"'),
    ellipse(54, 140, 5, 5, 'fill="#c9a86a"'),
  )

const face = (pose: HostPose): string => {
  const open = pose.eyes * (1 - pose.joy)
  const eye = (x: number): string => {
    const arc = shape(
      `M${x - 9} ${num(-24 + 1.5 * pose.joy)}Q${x} ${num(-33 + open * 1 + (1 - pose.joy) * (1 - pose.eyes) * 15)} ${x + 9} ${num(-24 + 1.5 * pose.joy)}`,
      'fill="none" stroke="#2c1b14" stroke-width="4.2" stroke-linecap="round"',
    )
    if (open < 0.12) return arc
    const h = 8.6 * open
    return (
      ellipse(x, -22.5, 7, h, 'fill="#2b1a13"') +
      ellipse(x + 2.3, -22.5 - h * 0.42, 2.3, 2.3 * open, 'fill="#fff"') +
      ellipse(x - 2.2, -22.5 + h * 0.45, 1.3, 1.3 * open, 'fill="#fff" opacity=".6"') +
      shape(
        `M${x - 9.5} ${num(-22 - h * 0.55)}Q${x} ${num(-26 - h * 1.05)} ${x + 9.5} ${num(-22 - h * 0.55)}`,
        'fill="none" stroke="#2c1b14" stroke-width="3.2" stroke-linecap="round"',
      )
    )
  }
  const lift = -42 - pose.brows * 5
  const wide = 17 + pose.smile * 4 - pose.mouth * 4
  const corner = 6 - pose.smile * 3
  const mouth =
    pose.mouth < 0.08
      ? shape(
          `M${num(-wide + 4)} ${num(corner)}Q4 ${num(6 + pose.smile * 13)} ${num(wide + 4)} ${num(corner)}`,
          'fill="none" stroke="#a04b3b" stroke-width="4.4" stroke-linecap="round"',
        )
      : shape(
          `M${num(-wide + 4)} ${num(corner)}Q4 ${num(2 + pose.smile * 3)} ${num(wide + 4)} ${num(corner)}Q${num(wide * 0.7 + 4)} ${num(12 + pose.mouth * 17)} 4 ${num(12 + pose.mouth * 17)}Q${num(-wide * 0.7 + 4)} ${num(12 + pose.mouth * 17)} ${num(-wide + 4)} ${num(corner)}Z`,
          'fill="#8c3a30" stroke="#9c4739" stroke-width="2.5" stroke-linejoin="round"',
        ) +
        shape(
          `M${num(-wide + 8)} ${num(corner + 1)}Q4 ${num(4 + pose.smile * 3)} ${num(wide)} ${num(corner + 1)}Q4 ${num(9 + pose.mouth * 5)} ${num(-wide + 8)} ${num(corner + 1)}Z`,
          'fill="#fffaf3"',
        ) +
        ellipse(4, 10 + pose.mouth * 14, wide * 0.45, 3.6 * pose.mouth, 'fill="#d8776b"')
  return group(
    `translate(${num(pose.lookX * 7)} ${num(pose.lookY * 6)})`,
    ellipse(-27, -4, 15, 10, 'fill="url(#cheek)"'),
    ellipse(33, -4, 14, 10, 'fill="url(#cheek)"'),
    shape(
      `M-30 ${num(lift + 3)}Q-20 ${num(lift - 4)}-9 ${num(lift)}M17 ${num(lift)}Q28 ${num(lift - 4)} 38 ${num(lift + 3)}`,
      `fill="none" stroke="${hair}" stroke-width="4" stroke-linecap="round"`,
    ),
    eye(-19),
    eye(27),
    shape('M5-18c1 8 3 11-2 14', `fill="none" stroke="${skinLine}" stroke-width="3.2" stroke-linecap="round"`),
    mouth,
  )
}

const head = (pose: HostPose): string =>
  group(
    `translate(${originX} ${num(originY - pose.breath * 1.2)}) scale(${size}) rotate(${num(pose.lean)} 4 40)`,
    ellipse(4 - pose.lookX * 6, -142, 34, 28, 'fill="url(#hair)"'),
    shape(
      'M-18-154c8-10 28-12 40-4',
      'fill="none" stroke="#6d4f3f" stroke-width="3" stroke-linecap="round" opacity=".7"',
    ),
    shape(
      'M-66-58C-74-148 82-154 76-54c2 34 4 60-6 82-12 10-30 8-40 0h-50c-10 8-28 10-40 0C-72 6-68-26-66-58Z',
      'fill="url(#hair)"',
    ),
    shape('M-22 10h54v26c-12 14-42 14-54 0Z', 'fill="#b97f5d"'),
    shape('M-47-60C-46-108 54-110 54-58 54-8 34 33 4 33S-47-8-47-60Z', 'fill="url(#skin)"'),
    shape('M-46-40c2 34 18 66 44 73 3 1 9 1 12 0-30-8-46-44-48-76Z', 'fill="#fff" opacity=".1"'),
    face(pose),
    shape('M-56-66c-8 32-12 66-4 92 10 4 16 2 16-6-8-24-8-46-2-66Z', 'fill="url(#hair)"'),
    shape('M64-62c8 32 12 60 4 88-10 4-16 2-16-6 8-24 8-46 2-66Z', 'fill="#2a1b15"'),
    ellipse(-49 + pose.lookX * 2, 12, 3.6, 3.6, 'fill="#e2c078"'),
    ellipse(56 + pose.lookX * 2, 12, 3.6, 3.6, 'fill="#c9a45c"'),
    shape(
      `M-54-36C-58-94-24-122 12-120c34 0 56 26 56 64 0 8-2 14-4 20-2-10-5-18-11-26-24-2-44-8-${num(56 - pose.lookX * 6)}-24-8 14-22 26-40 32-4 6-9 10-11 18Z`,
      'fill="url(#hair)"',
    ),
    shape(
      'M-42-76C-36-98-16-110 4-112',
      'fill="none" stroke="#7a5a48" stroke-width="3.4" stroke-linecap="round" opacity=".55"',
    ),
  )

/** The host behind the table: body and head, cut off at the table's edge. */
export const hostBody = (pose: HostPose): string =>
  `<g clip-path="url(#above-table)">${ellipse(originX + 34, 430, 260, 250, 'fill="url(#host-shade)"')}${torso(pose.breath, pose.apron)}${group(
    `translate(${originX} ${num(originY - pose.breath)}) scale(${size})`,
    shape('M-24 10h56v42c-8 24-48 24-56 0Z', 'fill="url(#neck)"'),
  )}</g>${head(pose)}`

export const hostArms = (pose: HostPose): string =>
  arm(pose.leftArm, -1, pose.breath) + arm(pose.rightArm, 1, pose.breath)

export const hostHands = (pose: HostPose): string => hand(pose.leftArm, -1) + hand(pose.rightArm, 1)
