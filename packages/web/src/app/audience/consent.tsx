import { useSyncExternalStore } from 'react'
import { consentState } from '../../lib/audience/consent.ts'
import { lazyPart } from '../../lib/audience/lazy-part.tsx'

const LazyQuestion = lazyPart(async () => (await import('./consent-question.tsx')).ConsentQuestion)

/** The question about tracking, on pages that have something to ask. */
export const Consent = () => {
  const { asking } = useSyncExternalStore(consentState.subscribe, consentState.get, consentState.get)
  return asking ? <LazyQuestion /> : null
}
