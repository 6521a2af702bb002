const taipeiMs = 8 * 60 * 60_000

/** yyMMdd of an instant in Taipei, which keeps no summer time. */
export const dayOf = (ms: number): string => new Date(ms + taipeiMs).toISOString().slice(2, 10).replaceAll('-', '')
