import { lazyPart } from '../../../../lib/audience/lazy-part.tsx'

export const LazyWaiting = lazyPart(async () => (await import('./waiting.tsx')).Waiting)
export const LazyWaitingCorner = lazyPart(async () => (await import('./waiting.tsx')).WaitingCorner)
