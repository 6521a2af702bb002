const taipeiMs = 8 * 60 * 60_000

/** yyMMdd of an instant in Taipei, which keeps no summer time. */
export const dayOf = (ms: number): string => new Date(ms + taipeiMs).toISOString().slice(2, 10).replaceAll('-', '')

/** Prefix, day and the day's sequence: `KM2611200042`. */
export const orderNoOf = (prefix: string, day: string, sequence: number): string =>
  `${prefix}${day}${String(sequence).padStart(4, '0')}`
