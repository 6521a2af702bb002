import { gradient, place, shape } from './svg.ts'

export const apronDefs = (): string =>
  `<defs>${gradient('apron-brick', 'across', [
    [0, '#cf8163'],
    [0.4, '#b9694b'],
    [1, '#8d4a33'],
  ])}${gradient('apron-cream', 'across', [
    [0, '#fffaf0'],
    [0.4, '#f1e7d5'],
    [1, '#cbbca2'],
  ])}</defs>`

/** A work apron hanging from a peg at (0, 0), 300 units long. */
export const apron = (color: 'brick' | 'cream'): string => {
  const seam = color === 'brick' ? '#f0c3ad' : '#b59f7d'
  const fold = color === 'brick' ? '#6d3422' : '#9c8a6c'
  return (
    shape(
      'M-34 62C-30 20-10 6 0 6S30 20 34 62',
      `fill="none" stroke="${fold}" stroke-width="7" stroke-linecap="round" opacity=".9"`,
    ) +
    shape(
      'M-96 138c-40 30-46 80-44 128M96 138c40 30 46 80 44 128',
      `fill="none" stroke="${fold}" stroke-width="6" stroke-linecap="round" opacity=".75"`,
    ) +
    shape(
      'M-46 58c28 8 64 8 92 0 4 38 22 66 58 80 4 60 10 120 6 180-70 14-150 14-220 0-4-60 2-120 6-180 36-14 54-42 58-80Z',
      `fill="url(#apron-${color})"`,
    ) +
    shape(
      'M-52 118c-6 70-10 130-8 200M58 126c4 60 10 130 6 190M6 96c-2 80 4 150 0 226',
      `fill="none" stroke="${fold}" stroke-width="4" stroke-linecap="round" opacity=".22"`,
    ) +
    shape('M-44 70c28 8 60 8 88 0', `fill="none" stroke="${seam}" stroke-width="2.2" stroke-dasharray="7 5"`) +
    shape('M-104 306c66 12 142 12 208 0', `fill="none" stroke="${seam}" stroke-width="2.2" stroke-dasharray="7 5"`) +
    shape(
      'M-56 190c36 6 76 6 112 0l-4 72c-34 6-70 6-104 0Z',
      `fill="url(#apron-${color})" stroke="${fold}" stroke-width="2.4" stroke-opacity=".35"`,
    ) +
    shape('M-54 200c36 6 72 6 108 0M2 196v66', `fill="none" stroke="${seam}" stroke-width="2" stroke-dasharray="7 5"`) +
    place(
      0,
      0,
      1,
      shape('M-7-6h14v16h-14z', 'fill="#7d583c"'),
      '<circle r="9" fill="#9a7150"/><circle cx="-2" cy="-3" r="3" fill="#d9b48d" opacity=".7"/>',
    )
  )
}
