import { StrictMode, useEffect, useSyncExternalStore } from 'react'
import type { AudiencePage, AudiencePageInput } from '../../lib/audience/audience-page.ts'
import { consentState } from '../../lib/audience/consent.ts'
import { lazyPart } from '../../lib/audience/lazy-part.tsx'
import type { Translator } from '../../lib/i18n/translator.ts'
import { TextProvider } from '../../lib/i18n/use-text.tsx'
import { PageBoundary } from './page-boundary.tsx'

const LazyQuestion = lazyPart(async () => (await import('./consent-question.tsx')).ConsentQuestion)

/** The question about tracking, on pages that have something to ask. */
const Consent = () => {
  const { asking } = useSyncExternalStore(consentState.subscribe, consentState.get, consentState.get)
  return asking ? <LazyQuestion /> : null
}

export interface PageTreeProps {
  readonly page: AudiencePage<unknown>
  readonly input: AudiencePageInput
  readonly translator: Translator
  /** The server can't know the viewer's zone: it renders in the shop's, the browser then shows the viewer's. */
  readonly timeZone: string | undefined
  /** In the browser: all of it is drawn, and its effects have run. */
  readonly onHydrated?: () => void
}

/** The same tree on the server and in the browser, so that it hydrates. */
export const PageTree = ({ page: { View }, input, translator, timeZone, onHydrated }: PageTreeProps) => {
  useEffect(() => onHydrated?.(), [onHydrated])
  return (
    <StrictMode>
      <TextProvider translator={translator} timeZone={timeZone}>
        <PageBoundary>
          <View data={input.data} path={input.path} origin={input.origin} />
          <Consent />
        </PageBoundary>
      </TextProvider>
    </StrictMode>
  )
}
