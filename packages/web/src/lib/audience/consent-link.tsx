import { useSyncExternalStore } from 'react'
import { useLanguage } from '../i18n/use-text.tsx'
import { askConsentAgain, consentState } from './consent.ts'

const words = { 'zh-TW': '廣告追蹤設定', en: 'Ad tracking choices' } as const

/** Opens the question about tracking again; nothing where there is nothing to agree to. For the page's seller lines. */
export const ConsentLink = ({ className }: { readonly className?: string | undefined }) => {
  const language = useLanguage()
  const { offered } = useSyncExternalStore(consentState.subscribe, consentState.get, consentState.get)
  return offered ? (
    <button type="button" className={className} onClick={askConsentAgain}>
      {words[language]}
    </button>
  ) : null
}
