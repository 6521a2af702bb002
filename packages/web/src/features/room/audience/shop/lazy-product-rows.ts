import { lazyPart } from '../../../../lib/audience/lazy-part.tsx'

/** The list of a room's products, which one opens: what is sold now stands on its card. */
export const LazyProductRows = lazyPart(async () => (await import('./product-list.tsx')).ProductRows)
