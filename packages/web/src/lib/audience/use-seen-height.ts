import { useEffect, useState } from 'react'

/** Keys take more than this of a phone's height, in pixels. */
const keysMin = 140

const isTyping = (): boolean =>
  document.activeElement instanceof HTMLInputElement || document.activeElement instanceof HTMLTextAreaElement

/**
 * Keeps the page within what is seen of it while keys are up (iOS lays them over the page, Android shrinks it), as
 * `--seen-height` and `--seen-top`; answers whether they are up.
 */
export const useSeenHeight = (): boolean => {
  const [keysUp, setKeysUp] = useState(false)
  useEffect(() => {
    const seen = window.visualViewport
    if (!seen) return undefined
    const { style } = document.documentElement
    /** The greatest height by width: turning the phone is no keyboard. */
    const whole = new Map<number, number>()
    const measure = () => {
      const height = Math.round(seen.height * seen.scale)
      const width = Math.round(seen.width * seen.scale)
      whole.set(width, Math.max(whole.get(width) ?? 0, height))
      const up = isTyping() && matchMedia('(pointer: coarse)').matches && (whole.get(width) ?? 0) - height > keysMin
      setKeysUp(up)
      if (up) {
        style.setProperty('--seen-height', `${height}px`)
        style.setProperty('--seen-top', `${Math.max(0, Math.round(seen.offsetTop))}px`)
      } else {
        style.removeProperty('--seen-height')
        style.removeProperty('--seen-top')
      }
    }
    const end = new AbortController()
    seen.addEventListener('resize', measure, { signal: end.signal })
    seen.addEventListener('scroll', measure, { signal: end.signal })
    document.addEventListener('focusin', measure, { signal: end.signal })
    document.addEventListener('focusout', () => requestAnimationFrame(measure), { signal: end.signal })
    measure()
    return () => {
      end.abort()
      style.removeProperty('--seen-height')
      style.removeProperty('--seen-top')
    }
  }, [])
  return keysUp
}
