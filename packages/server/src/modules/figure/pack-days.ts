import type { Platform } from '../../platform/platform.ts'
import type { PopulationStore } from './population.store.ts'
import type { RollUpStore } from './roll-up.store.ts'

const everySeconds = 10
/** Each takes some hundredths of a second; a server that is told to stop waits for the whole tick. */
const mostAtOnce = 50
/** When more facts wait, the roll-up is catching up, and would change again what is packed now. */
const mostWaiting = 1_000

export const packDaysTick = 'figure/pack-days'

/** Packs what happened on days that are over, so that the first look at many days reads numbers, not sums. */
export const definePackDays = (
  { jobs }: Pick<Platform, 'jobs'>,
  populations: Pick<PopulationStore, 'packOldest'>,
  rollUp: Pick<RollUpStore, 'isBehind'>,
): void => {
  jobs.every(packDaysTick, everySeconds, async () => {
    if (await rollUp.isBehind(mostWaiting)) return
    for (let packed = 0; packed < mostAtOnce; packed += 1) if (!(await populations.packOldest())) return
  })
}
