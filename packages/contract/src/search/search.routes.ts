import { z } from 'zod'
import { firm } from '../common/access.ts'
import { defineRoutes } from '../common/route.ts'
import { plainLine } from '../common/typed-text.ts'
import { searchKinds, searchLimits } from './search.rules.ts'

export const SearchItem = z.object({
  kind: z.enum(searchKinds),
  id: z.string(),
  /** What it is called. */
  label: z.string(),
  /** What tells it from others of the name; empty: nothing. Contacts only for who may read them. */
  note: z.string(),
  /** Of a live its platformType, of a sign-up form its pageType; else empty: its page's address has it. */
  type: z.string(),
  /** Whether it is a live that runs now or lets viewers in. */
  isRunning: z.boolean(),
})
export type SearchItem = z.output<typeof SearchItem>

export const searchRoutes = defineRoutes('console', {
  find: {
    method: 'GET',
    path: '/search',
    summary:
      'Finds lives, products, orders, people and all else that the caller may read by a part of their name, the best first: at most five of a kind, among the newest 50,000 of each; an order by its whole number, however old.',
    access: firm(),
    query: z.object({ q: z.string().overwrite(plainLine).max(searchLimits.longest).default('') }),
    answer: z.object({ items: z.array(SearchItem) }),
    added: true,
  },
})
