import type { PreviewMessage } from '@kaimai/contract/room/preview.protocol.ts'

/** What the frame shows, and what it is told to do with it. */
export type Shown = Extract<PreviewMessage, { t: 'show' }>
export type Order = Exclude<PreviewMessage, { t: 'show' }>
