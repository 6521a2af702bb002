/**
 * How many rows a list has in all. A page that is not full says so by itself: what was searched for and found a few times is
 * not gone through a second time only to be counted.
 */
export const listTotal = async (
  read: number,
  { limit, offset }: { readonly limit: number; readonly offset: number },
  count: () => Promise<number>,
): Promise<number> => (read < limit && (read > 0 || offset === 0) ? offset + read : await count())
