import { sweepInBatches } from '../jobs/sweep.ts'
import type { Platform } from '../platform.ts'
import type { ImportRunStore } from './import-run.store.ts'

/** A run whose job has died is given another after this. */
const staleMs = 2 * 60_000
const day = 86_400_000
/** What files hold of people is kept no longer than somebody works with it (docs/retention.md). */
const keepRowsMs = day
const keepRefusedMs = 30 * day
const keepRunsMs = 400 * day

/** Goes on with runs whose job has died, and ends what is kept of files. */
export const scheduleImportSweeps = ({
  platform: { jobs, clock },
  store,
  name,
  enqueue,
}: {
  readonly platform: Pick<Platform, 'jobs' | 'clock'>
  readonly store: ImportRunStore
  readonly name: string
  readonly enqueue: (runId: string) => Promise<void>
}): void => {
  const ago = (ms: number): Date => new Date(clock.ms() - ms)
  jobs.every(`${name}/import-resume`, 60, async () => {
    for (const { id } of await store.stale(ago(staleMs))) await enqueue(id)
  })
  jobs.every(`${name}/import-sweep`, 3600, async () => {
    await sweepInBatches((limit) => store.sweepRows(ago(keepRowsMs), 'good', limit))
    await sweepInBatches((limit) => store.sweepRows(ago(keepRefusedMs), 'all', limit))
    await sweepInBatches((limit) => store.sweepRuns(ago(keepRefusedMs), ['reading', 'ready'], limit))
    await sweepInBatches((limit) => store.sweepRuns(ago(keepRunsMs), ['done', 'cancelled', 'failed'], limit))
  })
}
