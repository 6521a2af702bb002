import { paths } from '../../lib/paths/paths.ts'

/** Where anybody may watch a live. */
export const roomPath = (streamId: string): string => paths.streamAnonymous({ paramStreamId: streamId })

/** The address to hand on. */
export const roomAddress = (streamId: string): string => location.origin + roomPath(streamId)

/** The address for posts and print: leads to the room, to a viewer's own link where this browser has one. */
export const shortAddress = (shortUrl: string): string => location.origin + paths.streamShort({ shortUrl })

export const openRoom = (streamId: string): void => {
  window.open(roomPath(streamId), '_blank', 'noopener')
}
