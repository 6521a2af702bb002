import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log/log.ts'

/** So often one letter is tried at a transport that takes nothing. */
export const probeEveryMs = 60_000

/** closed: nothing is handed over · probing: one letter is, the others wait for what becomes of it */
type PauseState = 'open' | 'probing' | 'closed'

/**
 * Transports that take nothing at all, by a name of each: their letters wait for one probe a minute, and none is refused for
 * what is not its fault. This process alone remembers; one that starts anew finds out by as many letters as the transport
 * takes at once.
 */
export const createTransportPauses = ({ clock, log }: { readonly clock: Pick<Clock, 'ms'>; readonly log: Log }) => {
  /** Letters that got nowhere since one last did. */
  const missedInARow = new Map<string, number>()
  const closedUntil = new Map<string, number>()

  return {
    isAnyClosed: (): boolean => closedUntil.size > 0,

    stateOf: (name: string): PauseState => {
      const untilMs = closedUntil.get(name)
      if (untilMs === undefined) return 'open'
      return untilMs > clock.ms() ? 'closed' : 'probing'
    },

    /** Something was said of a letter itself. */
    reached: (name: string): void => {
      missedInARow.delete(name)
      if (closedUntil.delete(name)) log.info({ transport: name }, 'letters leave again')
    },

    /** A letter got nowhere. A server may turn some away because there are too many at once: it is away when all are. */
    missed: (
      name: string,
      { concurrency, reason }: { readonly concurrency: number; readonly reason: string },
    ): void => {
      const inARow = (missedInARow.get(name) ?? 0) + 1
      missedInARow.set(name, inARow)
      if (inARow < concurrency) return
      if (!closedUntil.has(name)) log.warn({ transport: name, reason }, 'no letter gets through: they wait')
      closedUntil.set(name, clock.ms() + probeEveryMs)
    },
  }
}
export type TransportPauses = ReturnType<typeof createTransportPauses>
