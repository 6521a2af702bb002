/** A live that is over: what all its viewers watched together, and how long it was, in seconds. */
export interface PastLive {
  readonly watched: number
  readonly seconds: number
}

/** As many lives as a preview looks back at. */
export const previewLives = 5

/** What a live so long will be charged if it draws as the past ones did, in whole seconds; null: there were none. */
export const expectedHours = (seconds: number, past: readonly PastLive[]): number | null => {
  const length = past.reduce((sum, live) => sum + live.seconds, 0)
  if (length === 0) return null
  return Math.ceil((past.reduce((sum, { watched }) => sum + watched, 0) / length) * seconds)
}
