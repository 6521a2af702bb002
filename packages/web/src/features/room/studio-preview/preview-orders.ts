import type { PreviewMessage } from '@kaimai/contract/room/preview.protocol.ts'

/** The orders that the frame is sent, and what it shows for them. */
export type Shown = Extract<PreviewMessage, { t: 'show' }>
export type Order = Exclude<PreviewMessage, { t: 'show' }>
