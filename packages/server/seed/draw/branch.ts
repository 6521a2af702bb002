import { clamp, ease, ellipse, group, num, shape } from './svg.ts'

const blossomAt: readonly (readonly [x: number, y: number, size: number])[] = [
  [-44, -372, 1],
  [-30, -340, 0.8],
  [-86, -344, 0.95],
  [-60, -326, 0.7],
  [54, -356, 1],
  [22, -336, 0.8],
  [74, -330, 0.75],
  [-12, -302, 0.7],
  [34, -306, 0.65],
]

const blossom = (x: number, y: number, size: number, open: number, turn: number): string => {
  if (open <= 0.02) return ellipse(x, y, 3.4, 3.4, 'fill="#b4553f"')
  const petals = Array.from(
    { length: 5 },
    (_, index) =>
      `<ellipse cx="0" cy="-6.4" rx="5.6" ry="7" transform="rotate(${num(index * 72 + turn)})" fill="${index % 2 === 0 ? '#e9a08c' : '#e28f79'}"/>`,
  ).join('')
  return group(
    `translate(${num(x)} ${num(y)}) scale(${num(size * (0.4 + 0.75 * open))})`,
    petals,
    ellipse(0, 0, 3.2, 3.2, 'fill="#fbe3b0"'),
    ellipse(0, 0, 1.4, 1.4, 'fill="#c9783c"'),
  )
}

/** A plum branch standing in the vase of pieces.ts; `bloom` opens its flowers one after the other, `sway` bends it (degrees). */
export const branch = (bloom: number, sway = 0): string =>
  group(
    `rotate(${num(sway)} 0 -230)`,
    shape(
      'M2-232C-4-276-24-312-46-374M-8-288C6-318 28-334 54-356M-22-320C-44-330-62-332-86-344M24-332c16 2 34 0 50 2M-6-282c-2-8-4-14-6-20M14-320c8 6 14 10 20 14',
      'stroke="#5b4434" stroke-width="5" fill="none" stroke-linecap="round"',
    ),
    shape(
      'M1-236C-5-276-24-310-45-370M-6-292C8-318 28-334 52-354',
      'stroke="#8a6b53" stroke-width="1.6" fill="none" stroke-linecap="round"',
    ),
    ...blossomAt.map(([x, y, size], index) => blossom(x, y, size, ease(clamp(bloom * 1.8 - index * 0.09)), index * 31)),
  )
