import { linkTouchesMax } from './tracking-text.rules.ts'
import type { LinkTouch } from './tracking.schema.ts'

/** What a code of a partner link may be, whatever its case. */
export const linkCode = /^[a-z0-9](?:[a-z0-9-]{0,38})[a-z0-9]$/i

/** What a browser remembers once it came by a link: each code once, with its first and last click. What is no code
 * changes nothing. */
export const withLink = (touches: readonly LinkTouch[], association: string, atMs: number): readonly LinkTouch[] => {
  if (!linkCode.test(association)) return touches
  const before = touches.find((touch) => touch.association === association)
  const others = touches.filter((touch) => touch !== before)
  return [...others, { association, firstMs: before?.firstMs ?? atMs, lastMs: atMs }].slice(-linkTouchesMax)
}
