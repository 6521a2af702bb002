import type { PublicRoom } from '@kaimai/contract/room/room.routes.ts'
import { useCallback } from 'react'
import { anonymousPath } from '../entry/room-links.ts'

/** The address by which others may come in. Never the viewer's own link: it opens the viewer's place and cart. */
export const sharedPath = (
  room: Pick<PublicRoom, 'streamId' | 'anonymousAllowed' | 'signupPath'>,
): string | undefined => {
  if (room.signupPath !== '') return room.signupPath
  return room.anonymousAllowed ? anonymousPath(room.streamId) : undefined
}

/** Hands the room's public address to the device's own sharing, else to the clipboard. Undefined where there is none. */
export const useShare = (room: PublicRoom, origin: string, onCopied: () => void): (() => void) | undefined => {
  const path = sharedPath(room)
  const share = useCallback(() => {
    if (path === undefined) return
    const url = new URL(path, origin).href
    const copy = () => void navigator.clipboard?.writeText(url).then(onCopied, () => {})
    if ('share' in navigator && matchMedia('(pointer: coarse)').matches) {
      navigator.share({ title: room.liveName, url }).catch((error: unknown) => {
        // Put away by the viewer: that is an answer.
        if (!(error instanceof DOMException && error.name === 'AbortError')) copy()
      })
    } else copy()
  }, [path, origin, room.liveName, onCopied])
  return path === undefined ? undefined : share
}
