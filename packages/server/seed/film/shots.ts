import type { Backdrop } from '../draw/backdrop.ts'
import type { View } from './raster.ts'

/** One camera position, from its cut to the next. */
export interface Shot {
  readonly from: number
  readonly to: number
  readonly stage: 'studio' | Backdrop
  readonly camera: readonly [start: View, end: View]
  /** What moves, as SVG in the coordinates of the stage. */
  readonly draw: (t: number) => string
}

export const view = (x: number, y: number, zoom: number): View => ({ x, y, zoom })
