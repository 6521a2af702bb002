import { blur, glow, gradient } from './svg.ts'

export type GlazeName = 'mist' | 'celadon' | 'iron' | 'snow' | 'indigo' | 'clay' | 'bisque'

export interface Glaze {
  readonly light: string
  readonly base: string
  readonly dark: string
  /** The shadow side, and what little light comes back to it from the table. */
  readonly deep: string
  readonly bounce: string
  /** The wall inside: in shade at the left, lit at the right. */
  readonly innerShade: string
  readonly innerLit: string
  readonly speckle: string
}

export const glazes: Readonly<Record<GlazeName, Glaze>> = {
  mist: {
    light: '#fffaf0',
    base: '#ece3d3',
    dark: '#c4b59c',
    deep: '#a08e75',
    bounce: '#c9b291',
    innerShade: '#b9a98f',
    innerLit: '#f4ecdd',
    speckle: '#8d7150',
  },
  celadon: {
    light: '#ddece2',
    base: '#a9c8b8',
    dark: '#779d8b',
    deep: '#557869',
    bounce: '#8ba993',
    innerShade: '#6b9080',
    innerLit: '#c0d9cc',
    speckle: '#5e8070',
  },
  iron: {
    light: '#a9836a',
    base: '#664837',
    dark: '#432d21',
    deep: '#2a1b13',
    bounce: '#6b4a35',
    innerShade: '#2a1b14',
    innerLit: '#5d4030',
    speckle: '#a0714e',
  },
  snow: {
    light: '#ffffff',
    base: '#f0efeb',
    dark: '#c9c8c4',
    deep: '#a3a09b',
    bounce: '#d3c5b4',
    innerShade: '#8d8a86',
    innerLit: '#d6d4d0',
    speckle: '#b4aea5',
  },
  indigo: {
    light: '#a9bdd6',
    base: '#6480a6',
    dark: '#3e567a',
    deep: '#2b3f5e',
    bounce: '#5c708e',
    innerShade: '#3b5377',
    innerLit: '#7f99bb',
    speckle: '#2f4568',
  },
  clay: {
    light: '#e6b08e',
    base: '#c68460',
    dark: '#98593b',
    deep: '#73402a',
    bounce: '#a86b49',
    innerShade: '#8a5035',
    innerLit: '#d29a76',
    speckle: '#7c462c',
  },
  bisque: {
    light: '#d9ac84',
    base: '#bb8a63',
    dark: '#936545',
    deep: '#744d33',
    bounce: '#a87a55',
    innerShade: '#835a3d',
    innerLit: '#c99d77',
    speckle: '#6d4a31',
  },
}

const names = Object.keys(glazes).filter((name): name is GlazeName => name in glazes)

/** Gradients of all glazes and the soft filters; put once into each document that draws pieces. */
export const glazeDefs = (): string =>
  `<defs>${names
    .map((name) => {
      const glaze = glazes[name]
      return (
        gradient(`body-${name}`, 'across', [
          [0, glaze.dark],
          [0.1, glaze.base],
          [0.27, glaze.light],
          [0.5, glaze.base],
          [0.78, glaze.dark],
          [0.93, glaze.deep],
          [1, glaze.bounce],
        ]) +
        gradient(`inner-${name}`, 'across', [
          [0, glaze.innerShade],
          [0.45, glaze.innerShade],
          [0.85, glaze.innerLit],
          [1, glaze.base],
        ]) +
        gradient(`lip-${name}`, 'across', [
          [0, glaze.base],
          [0.3, glaze.light],
          [0.7, glaze.base],
          [1, glaze.dark],
        ])
      )
    })
    .join('')}${gradient('foot-shade', 'down', [
    [0, '#20130a', 0],
    [0.55, '#20130a', 0.04],
    [1, '#20130a', 0.34],
  ])}${glow('ground-shadow', [
    [0, '#2a1a0e', 0.62],
    [0.45, '#2a1a0e', 0.4],
    [0.75, '#2a1a0e', 0.14],
    [1, '#2a1a0e', 0],
  ])}${glow('steam', [
    [0, '#fffaf2', 0.9],
    [0.5, '#fffaf2', 0.34],
    [1, '#fffaf2', 0],
  ])}${blur('soft-2', 2)}${blur('soft-5', 5)}${blur('soft-12', 12)}${blur('soft-40', 40)}</defs>`
