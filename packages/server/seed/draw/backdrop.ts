import { blur, ellipse, gradient, shape } from './svg.ts'

/** Walls and tables to photograph a piece on. */
export type Backdrop = 'sand' | 'sage' | 'dusk' | 'rose' | 'mist'

const tones: Readonly<Record<Backdrop, readonly [wall: string, wallEnd: string, table: string, tableEnd: string]>> = {
  sand: ['#f3e9da', '#dcc7ab', '#cfae88', '#b28d66'],
  sage: ['#e6ece4', '#c3d0c3', '#b7b79c', '#97977a'],
  dusk: ['#c9ab8e', '#8d6c55', '#86603f', '#5d3f29'],
  rose: ['#f1e2d6', '#d8bba6', '#b98f74', '#97705a'],
  mist: ['#e8ebee', '#c8d0d8', '#b5bac0', '#969ea8'],
}

export const backdropDefs = (tone: Backdrop): string => {
  const [wall, wallEnd, tableTone, tableEnd] = tones[tone]
  return `<defs>${gradient('photo-wall', 'slant', [
    [0, wall],
    [1, wallEnd],
  ])}${gradient('photo-table', 'down', [
    [0, tableTone],
    [1, tableEnd],
  ])}${gradient('photo-shade', 'across', [
    [0, '#20130a', 0],
    [0.6, '#20130a', 0],
    [1, '#20130a', 0.2],
  ])}${blur('pane', 9)}</defs>`
}

/** Wall, the window's light on it, table; `width` × `height`, the table beginning at `edge`. */
export const backdrop = (width: number, height: number, edge: number): string => {
  const paneWidth = width * 0.13
  const panes = [0, 1, 2].flatMap((column) =>
    [0, 1].map((row) => {
      const x = width * 0.44 + column * paneWidth * 1.12 - row * width * 0.05
      const y = edge * (0.06 + row * 0.42)
      return `M${x} ${y}l${paneWidth} ${edge * -0.04}l${-width * 0.045} ${edge * 0.38}l${-paneWidth} ${edge * 0.04}Z`
    }),
  )
  return `<path d="M0 0h${width}v${height}H0z" fill="url(#photo-wall)"/>${shape(panes.join(''), 'fill="#fff8e6" opacity=".42" filter="url(#pane)"')}${shape(`M${width * 0.7} ${edge * 0.02}c${-width * 0.02} ${edge * 0.2} ${width * 0.03} ${edge * 0.5} ${-width * 0.04} ${edge * 0.8}`, 'fill="none" stroke="#6e5a3f" stroke-width="10" opacity=".1" filter="url(#pane)"')}<path d="M0 ${edge}h${width}v${height - edge}H0z" fill="url(#photo-table)"/><path d="M0 ${edge}h${width}v4H0z" fill="#fff" opacity=".35"/>${ellipse(width * 0.55, edge + (height - edge) * 0.4, width * 0.42, (height - edge) * 0.3, 'fill="#fff3dc" opacity=".16" filter="url(#pane)"')}<path d="M0 0h${width}v${height}H0z" fill="url(#photo-shade)"/>`
}
