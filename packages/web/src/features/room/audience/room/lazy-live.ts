import { lazyPart } from '../../../../lib/audience/lazy-part.tsx'

// What a live has beside its picture. Its page gives both; who waits fetches them.

export const LazyVideoOverlay = lazyPart(async () => (await import('./video-overlay.tsx')).VideoOverlay)
export const LazyChatColumn = lazyPart(async () => (await import('./chat-column.tsx')).ChatColumn)
