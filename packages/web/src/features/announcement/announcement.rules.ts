import type { Announcement } from '@kaimai/contract/announcement/announcement.routes.ts'
import type { ChipColour } from '../../ui/tag-chip.tsx'

/** Colour of each tag (spec section 2). */
export const tagColours = {
  FIX: 'red',
  ANNOUNCEMENT: 'blue',
  NEW: 'yellow',
  IMPROVEMENT: 'green',
  OTHER: 'grey',
} as const satisfies Record<Announcement['type'][number], ChipColour>

/** How many still run: what the red badge counts. */
export const countUnexpired = (list: readonly Pick<Announcement, 'expireDate'>[], nowMs: number): number =>
  list.filter(({ expireDate }) => Date.parse(expireDate) > nowMs).length
