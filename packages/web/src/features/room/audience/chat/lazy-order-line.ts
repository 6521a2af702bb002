import { lazyPart } from '../../../../lib/audience/lazy-part.tsx'

/** Who orders by comment is answered once the comment is committed: the answer's code and texts have time to come. */
export const LazyOrderLine = lazyPart(async () => (await import('./order-line.tsx')).loadOrderLine())
