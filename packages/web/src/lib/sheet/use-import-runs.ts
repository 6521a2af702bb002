import type { ImportRun } from '@kaimai/contract/common/import-run.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { followImport, type FollowedRun, importBoard } from './import-board.ts'
import type { ImportCalls } from './import-calls.ts'

/** A note of an import that went through stands above its list this long. */
const noteMs = 24 * 3_600_000

const closedKey = 'kaimai-import-closed'
const closedNotes = (): readonly string[] => (localStorage.getItem(closedKey) ?? '').split(' ')

/**
 * The imports of one kind, the newest first, those that run as far as they are. A page that is loaded again, or a
 * colleague's, finds them here. `onEnd`: a run wrote something, or was stopped.
 */
export const useImportRuns = (calls: ImportCalls, enabled: boolean, onEnd: (run: ImportRun) => void) => {
  const queries = useQueryClient()
  const followed = useSyncExternalStore(importBoard.subscribe, importBoard.get, importBoard.get)
  const [openedMs] = useState(() => Date.now())
  const [closed, setClosed] = useState(closedNotes)
  const query = useQuery({ queryKey: calls.key, queryFn: ({ signal }) => calls.runs(signal), enabled })
  const follow = (run: ImportRun) =>
    followImport(calls, run, (ended) => {
      void queries.invalidateQueries({ queryKey: calls.key })
      onEnd(ended)
    })
  const followAll = useEffectEvent((found: readonly ImportRun[]) => {
    for (const run of found) if (run.state === 'running') follow(run)
  })
  useEffect(() => followAll(query.data ?? []), [query.data])

  const runs = (query.data ?? []).map((run): FollowedRun => {
    const live = followed.get(run.id)
    return live ?? { run, remainingMs: undefined, isUnheard: false }
  })
  const isNoted = ({ run }: FollowedRun) =>
    run.state === 'running' ||
    (run.endedAt !== null && openedMs - Date.parse(run.endedAt) < noteMs && !closed.includes(run.id))
  return {
    runs,
    followed,
    follow,
    /** What stands above the list: what runs, else the newest that ended within a day and was not closed. */
    noted: runs.find(({ run }) => run.state === 'running') ?? runs.find(isNoted),
    closeNote: (id: string) => {
      const next = [id, ...closed].slice(0, 20)
      localStorage.setItem(closedKey, next.join(' '))
      setClosed(next)
    },
  }
}
export type ImportRunsShown = ReturnType<typeof useImportRuns>
