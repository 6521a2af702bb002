import { branch, petals } from '../draw/branch.ts'
import { dust, steam } from '../draw/effects.ts'
import { hostArms, hostBody, hostHands } from '../draw/host.ts'
import type { HostPose } from '../draw/host.ts'
import { bowl, coffee, groundShadow, mug, teapot, vase } from '../draw/pieces.ts'
import { between, ease, group, mix, num, place, point } from '../draw/svg.ts'
import { alive, arm, gestures, track, waving } from './performance.ts'
import { view } from './shots.ts'
import type { Shot } from './shots.ts'

/** The host with a piece between arms and hands; the cup on the table steams. */
const scene = (t: number, pose: HostPose, piece = ''): string =>
  dust(t) + hostBody(pose) + steam(236, 606, 46, 96, t, 0.5) + hostArms(pose) + piece + hostHands(pose)

const held = (x: number, y: number, scale: number, turn: number, ...drawn: readonly string[]): string =>
  group(`translate(${num(x)} ${num(y)}) rotate(${num(turn)} 0 ${num(-70 * scale)}) scale(${scale})`, ...drawn)

const bowlInHands = (t: number, from: number): string => {
  const x = 638 + Math.sin(t * 0.9) * 6
  const y = track(t, [from, 648], [from + 1.1, 600]) + Math.sin(t * 1.7) * 4
  const turn = Math.sin(t * 1.1) * 3 + track(t, [28.4, 0], [29.4, -9], [30.6, 8], [31.6, 0])
  const pose: HostPose = {
    ...alive(t),
    lookY: 0.1 + between(t, 28.6, 31.8, 0.5) * 0.7,
    joy: between(t, 20.6, 22, 0.3),
    leftArm: arm(point(x - 84, y - 46), 'clasp', -turn),
    rightArm: arm(point(x + 84, y - 46), 'clasp', turn),
  }
  return scene(t, pose, held(x, y, 1.04, turn, bowl({ spin: t * 0.25 })))
}

const bowlRim = (t: number): string => {
  const x = 600 + Math.sin(t * 0.8) * 4
  const y = 604 + Math.sin(t * 1.5) * 3
  const round = track(t, [45, 0], [48.6, 1])
  const tip = point(x + mix(20, 96, round), y - 150 + Math.sin(round * 6) * 8)
  const back = ease(t, 49.2, 49.9)
  const pose: HostPose = {
    ...alive(t),
    lookX: mix(-0.2, 0.3, round),
    lookY: 0.5 * (1 - back) + 0.1,
    joy: between(t, 51.2, 54.6, 0.4),
    leftArm: arm(point(x - 84, y - 44), 'clasp', 4),
    rightArm: arm(
      point(mix(tip.x + 44, x + 84, back), mix(tip.y + 30, y - 44, back)),
      back > 0.5 ? 'clasp' : 'pinch',
      back > 0.5 ? 0 : 12,
    ),
  }
  return scene(t, pose, held(x, y, 1.02, -5 + back * 5, bowl({ spin: 2.4 + t * 0.1 })))
}

const mugInHands = (t: number, from: number): string => {
  const x = 640 + Math.sin(t * 0.8) * 5
  const y = track(t, [from, 646], [from + 1, 606]) + Math.sin(t * 1.6) * 4
  const turn = Math.sin(t * 1.3) * 3 + between(t, 59.6, 62.6, 0.7) * 10
  const pose: HostPose = {
    ...alive(t),
    joy: Math.max(between(t, 55.6, 57, 0.3), between(t, 87.4, 89.8, 0.4)),
    lookY: 0.1 + between(t, 59.6, 62.6, 0.5) * 0.6,
    leftArm: arm(point(x - 66, y - 56), 'clasp', -turn),
    rightArm: arm(point(x + 92, y - 66), 'clasp', turn + 6),
  }
  return scene(
    t,
    pose,
    held(x, y, 0.98, turn, mug({ content: coffee() }, 1 - between(t, 59.6, 62.6, 0.7) * 0.14)) +
      steam(x, y - 164, 80, 90, t, 0.5),
  )
}

/** She drinks: the mug goes up, the eyes close, it comes down again. */
const sip = (t: number): string => {
  const up = track(t, [80.3, 0], [81.2, 1], [82.5, 1], [83.3, 0])
  const x = 640
  const y = mix(606, 378, up) + Math.sin(t * 1.6) * 3
  const scale = mix(0.98, 0.78, up)
  const pose: HostPose = {
    ...alive(t),
    lean: mix(1, -3, up),
    lookX: 0.05,
    lookY: mix(0.1, -0.5, up),
    joy: Math.max(up > 0.5 ? 1 : 0, between(t, 83.2, 84, 0.2)),
    leftArm: {
      ...arm(point(x - 66 * (scale + 0.02), y - 56 * scale), 'clasp', mix(0, -34, up)),
      elbow: point(mix(430, 462, up), mix(520, 536, up)),
    },
    rightArm: {
      ...arm(point(x + 92 * scale, y - 66 * scale), 'clasp', mix(4, -30, up)),
      elbow: point(mix(858, 822, up), mix(524, 536, up)),
    },
  }
  return scene(
    t,
    pose,
    held(x, y, scale, up * -3, mug({ content: coffee() }, 1)) + steam(x, y - 164 * scale, 80, 90, t, 0.45 * (1 - up)),
  )
}

const potInHands = (t: number, from: number): string => {
  const x = 650 + Math.sin(t * 0.7) * 5
  const y = track(t, [from, 650], [from + 1.2, 612]) + Math.sin(t * 1.5) * 3
  const turn = Math.sin(t * 0.9) * 2 + track(t, [94.4, 0], [95.4, 7], [97, -6], [98.2, 0])
  const pose: HostPose = {
    ...alive(t),
    joy: Math.max(between(t, 91.8, 93.8, 0.4), between(t, 122.4, 124.8, 0.4)),
    lookX: 0.1 + 0.2 * Math.sin(t * 0.8),
    lookY: 0.1 + between(t, 94.6, 98, 0.5) * 0.5,
    leftArm: arm(point(x - 74, y - 12), 'cradle', 6),
    rightArm: arm(point(x + 44, y - 202), 'clasp', 16),
  }
  return scene(t, pose, held(x, y, 0.92, turn, teapot({ spin: t * 0.1 })))
}

const vaseInHands = (t: number, from: number): string => {
  const x = 636 + Math.sin(t * 0.8) * 5
  const y = track(t, [from, 656], [from + 1.1, 616]) + Math.sin(t * 1.6) * 3
  const turn = Math.sin(t * 0.9) * 3 + track(t, [129.3, 0], [130.4, -8], [132, 6], [133, 0])
  const pose: HostPose = {
    ...alive(t),
    joy: between(t, 126.6, 129, 0.4),
    lookY: 0.15 + between(t, 132.8, 135.6, 0.4) * 0.5,
    lookX: -0.2 + 0.3 * Math.sin(t * 0.6),
    leftArm: arm(point(x - 74, y - 62), 'clasp', -turn),
    rightArm: arm(point(x + 76, y - 58), 'clasp', turn),
  }
  return scene(t, pose, held(x, y, 0.94, turn, vase({ spin: t * 0.12 })))
}

const vaseBeside = (t: number): string => {
  const show = between(t, 150.4, 154, 0.6)
  const pose: HostPose = {
    ...alive(t),
    lookX: mix(0.1, 0.85, show),
    lookY: mix(0.1, 0.3, show),
    joy: between(t, 156.2, 159.4, 0.4),
    leftArm: gestures(t, { from: 154.4, to: 156.6 }, null).leftArm,
    rightArm: arm(point(mix(722, 790, show), mix(600, 540, show)), show > 0.4 ? 'open' : 'rest', show > 0.4 ? -34 : 0),
  }
  return (
    scene(t, pose) +
    place(900, 650, 0.98, groundShadow(54), branch(1, Math.sin(t * 0.9) * 1.2), vase({ spin: 0.6 }), petals(t - 148))
  )
}

export const studioShots: readonly Shot[] = [
  {
    from: 0,
    to: 5.2,
    stage: 'studio',
    camera: [view(640, 360, 1), view(640, 356, 1.07)],
    draw: (t) => scene(t, { ...alive(t), joy: between(t, 0.2, 3.4, 0.3), ...waving(t, 0.5, 3.6) }),
  },
  {
    from: 5.2,
    to: 12,
    stage: 'studio',
    camera: [view(640, 340, 1.28), view(640, 336, 1.34)],
    draw: (t) =>
      scene(t, {
        ...alive(t),
        joy: between(t, 10.6, 12, 0.3),
        ...gestures(t, { from: 5.4, to: 8 }, { from: 7.7, to: 10.8 }),
      }),
  },
  {
    from: 12,
    to: 20,
    stage: 'studio',
    camera: [view(628, 366, 1.08), view(612, 372, 1.14)],
    draw: (t) =>
      scene(t, {
        ...alive(t),
        joy: between(t, 17.6, 19.8, 0.4),
        ...gestures(t, { from: 12.1, to: 15.8 }, { from: 13, to: 17.6 }),
      }),
  },
  {
    from: 20,
    to: 32.2,
    stage: 'studio',
    camera: [view(640, 366, 1.14), view(640, 362, 1.3)],
    draw: (t) => bowlInHands(t, 20.2),
  },
  {
    from: 44.5,
    to: 55,
    stage: 'studio',
    camera: [view(630, 372, 1.24), view(624, 376, 1.3)],
    draw: bowlRim,
  },
  {
    from: 55,
    to: 66.4,
    stage: 'studio',
    camera: [view(640, 364, 1.12), view(642, 362, 1.3)],
    draw: (t) => mugInHands(t, 55.2),
  },
  {
    from: 79,
    to: 84.6,
    stage: 'studio',
    camera: [view(640, 352, 1.26), view(640, 344, 1.34)],
    draw: sip,
  },
  {
    from: 84.6,
    to: 90,
    stage: 'studio',
    camera: [view(640, 372, 1.16), view(640, 376, 1.2)],
    draw: (t) => mugInHands(t, 80),
  },
  {
    from: 90,
    to: 102.2,
    stage: 'studio',
    camera: [view(640, 364, 1.12), view(640, 364, 1.28)],
    draw: (t) => potInHands(t, 90.2),
  },
  {
    from: 114,
    to: 125,
    stage: 'studio',
    camera: [view(640, 378, 1.24), view(640, 372, 1.16)],
    draw: (t) => potInHands(t, 110),
  },
  {
    from: 125,
    to: 136.2,
    stage: 'studio',
    camera: [view(640, 364, 1.12), view(640, 362, 1.28)],
    draw: (t) => vaseInHands(t, 125.2),
  },
  {
    from: 149.8,
    to: 160,
    stage: 'studio',
    camera: [view(690, 372, 1.1), view(704, 376, 1.18)],
    draw: vaseBeside,
  },
  {
    from: 160,
    to: 164.1,
    stage: 'studio',
    camera: [view(640, 352, 1.22), view(640, 354, 1.18)],
    draw: (t) => {
      const bow = between(t, 161.4, 163.4, 0.6)
      return scene(t, {
        ...alive(t),
        lean: Math.sin(t) * (1 - bow),
        lookX: 0,
        lookY: 0.1 + bow * 1.6,
        joy: between(t, 160.4, 164.4, 0.4),
        breath: 2 - bow * 12,
        ...gestures(t, null, null),
      })
    },
  },
  {
    from: 175.8,
    to: 180,
    stage: 'studio',
    camera: [view(640, 356, 1.08), view(640, 360, 1)],
    draw: (t) => scene(t, { ...alive(t), joy: between(t, 176.4, 181, 0.4), ...waving(t, 176.2, 181) }),
  },
]
