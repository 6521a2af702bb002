import { later } from '../../../../lib/audience/later.tsx'

/** Who orders by comment is answered once the comment is committed: the answer's code and texts have time to come. */
export const LateOrderLine = later(async () => (await import('./order-line.tsx')).loadOrderLine())
