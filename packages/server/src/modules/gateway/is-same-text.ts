import { timingSafeEqual } from 'node:crypto'

/** Whether two texts are the same, in a time that tells nothing of where they differ. */
export const isSameText = (claimed: string, right: string): boolean => {
  const [a, b] = [Buffer.from(claimed), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
