import type { PreviewWish } from '@kaimai/contract/room/preview.protocol.ts'

/** What the frame shows, and what it is told to do with it. */
export type Shown = Extract<PreviewWish, { t: 'show' }>
export type Order = Exclude<PreviewWish, { t: 'show' }>
