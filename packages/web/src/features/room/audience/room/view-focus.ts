import { useEffect, useRef } from 'react'
import { handOnFocus } from '../shop/hand-on-focus.ts'

/**
 * When the face of a room changes under a viewer (it begins, it ends) and what had the focus is gone with the old one, the
 * focus goes to the new one's heading: screen readers read it, and the next Tab is at the right place.
 */
const useViewFocus = (view: string): void => {
  const before = useRef(view)
  const hadFocus = useRef(false)
  useEffect(() => {
    const note = () => {
      hadFocus.current = document.activeElement !== document.body
    }
    note()
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  useEffect(() => {
    if (before.current === view) return undefined
    before.current = view
    if (!hadFocus.current) return undefined
    const take = (): boolean => {
      const { activeElement } = document
      // Still somewhere that stands, or in a sheet over it.
      if (activeElement !== null && activeElement !== document.body && activeElement.isConnected) return true
      const heading = document.querySelector<HTMLElement>('[data-face]')
      heading?.focus({ preventScroll: true })
      return heading !== null
    }
    // The code of a face may come a moment later.
    if (take()) return undefined
    const watch = new MutationObserver(() => {
      if (take()) watch.disconnect()
    })
    watch.observe(document.body, { childList: true, subtree: true })
    return () => watch.disconnect()
  }, [view])
}

/** Draws nothing: it waits for the face to change, which is no part of the first load. */
export const ViewFocus = ({ view }: { readonly view: string }) => {
  useViewFocus(view)
  useEffect(handOnFocus, [])
  return null
}
