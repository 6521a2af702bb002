import type { QueryClient } from '@tanstack/react-query'
import { createLive, liveById, removeLive } from './live.api.ts'
import { fieldsOf, type LiveFields } from './live-values.ts'

/** Deletes a draft; the answer is what `restoreDraft` brings back. */
export const removeDraft = async (queries: QueryClient, id: string): Promise<LiveFields> => {
  const live = await queries.fetchQuery({ ...liveById(id), staleTime: 0 })
  await removeLive(id)
  return fieldsOf(live)
}

/** Makes the draft again: nobody outside has known its links. */
export const restoreDraft = (draft: LiveFields) => createLive({ ...draft, publish: false })
