// Written out, for the table of all paths is as long as the rest of a room's page; held to it by a test.

export const anonymousPath = (streamId: string): string => `/stream/${encodeURIComponent(streamId)}/anonymous`

/** Without a key of one's own: as the anonymous link. */
export const replayPath = (streamId: string, viewerKey = 'anonymous'): string =>
  `/stream/${encodeURIComponent(streamId)}/${encodeURIComponent(viewerKey)}/replay`
