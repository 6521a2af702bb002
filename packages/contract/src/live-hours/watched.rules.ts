/** A viewer's connection, both ends in epoch ms; the end is when it was last known to stand. */
export interface Connected {
  readonly fromMs: number
  readonly toMs: number
}

/**
 * Milliseconds of [fromMs, toMs] within which at least one of a viewer's connections stood: two tabs at once count
 * once. Any order; an end before its begin counts nothing.
 */
export const watchedMs = (connections: readonly Connected[], fromMs: number, toMs: number): number => {
  let watched = 0
  let countedTo = fromMs
  for (const one of connections.toSorted((a, b) => a.fromMs - b.fromMs)) {
    const begin = Math.max(one.fromMs, countedTo)
    const end = Math.min(one.toMs, toMs)
    if (end <= begin) continue
    watched += end - begin
    countedTo = end
  }
  return watched
}

/** The same in whole seconds, rounded down. */
export const watchedSeconds = (connections: readonly Connected[], fromMs: number, toMs: number): number =>
  Math.floor(watchedMs(connections, fromMs, toMs) / 1000)
