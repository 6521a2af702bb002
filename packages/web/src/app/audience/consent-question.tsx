import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { answerConsent, consentState, keepConsent } from '../../lib/audience/consent.ts'
import { advertisersOf, consentLabels } from '../../lib/audience/consent-labels.ts'
import { useLanguage } from '../../lib/i18n/use-text.tsx'
import { ConsentBar } from '../../ui/audience/consent-bar.tsx'

/** Where the question stands, in pixels from the window's edges. */
interface Stand {
  readonly bottom: number
  readonly left: number
  readonly right: number
}

const atTheEnd: Stand = { bottom: 0, left: 0, right: 0 }

/** On the page's own bar at the window's end, as wide as that is; without one at the end itself. */
const standNow = (): Stand => {
  for (const bar of document.querySelectorAll('[data-bottom-bar]')) {
    const { top, bottom, left, right, height } = bar.getBoundingClientRect()
    if (height === 0 || bottom < innerHeight - 1 || top >= innerHeight) continue
    const { clientWidth } = document.documentElement
    return { bottom: Math.round(innerHeight - top), left: Math.round(left), right: Math.round(clientWidth - right) }
  }
  return atTheEnd
}

const isSame = (a: Stand, b: Stand): boolean => a.bottom === b.bottom && a.left === b.left && a.right === b.right

/** The question at its present place; it publishes its height to the page, so that nothing is hidden below it. */
const usePlace = () => {
  const ref = useRef<HTMLElement>(null)
  const [stand, setStand] = useState(atTheEnd)
  useLayoutEffect(() => {
    const root = document.documentElement
    const look = () => {
      const next = standNow()
      setStand((before) => (isSame(before, next) ? before : next))
      const height = ref.current?.offsetHeight ?? 0
      root.style.setProperty('--consent-height', `${height}px`)
      // What the focus goes to is scrolled to above both.
      root.style.scrollPaddingBottom = `${height + next.bottom}px`
    }
    const watch = new ResizeObserver(look)
    if (ref.current) watch.observe(ref.current)
    for (const bar of document.querySelectorAll('[data-bottom-bar]')) watch.observe(bar)
    watch.observe(document.body)
    addEventListener('scroll', look, { passive: true })
    addEventListener('resize', look)
    look()
    return () => {
      watch.disconnect()
      removeEventListener('scroll', look)
      removeEventListener('resize', look)
      root.style.removeProperty('--consent-height')
      root.style.scrollPaddingBottom = ''
    }
  }, [])
  return { ref, stand }
}

/** Asks for consent to tracking by advertisers. */
export const ConsentQuestion = () => {
  const language = useLanguage()
  const { advertisers, answer } = useSyncExternalStore(consentState.subscribe, consentState.get, consentState.get)
  const { ref, stand } = usePlace()
  const words = consentLabels[language]
  useEffect(() => {
    // Who opened it again wants to be there; nobody else is taken from what they do.
    if (answer !== undefined) ref.current?.focus()
  }, [answer, ref])
  return (
    <ConsentBar
      ref={ref}
      stand={stand}
      question={words.question}
      what={words.what}
      explanation={words.explain(advertisersOf(advertisers, language))}
      yes={words.yes}
      no={words.no}
      onYes={() => answerConsent('yes')}
      onNo={() => answerConsent('no')}
      onLeave={answer === undefined ? undefined : keepConsent}
    />
  )
}
