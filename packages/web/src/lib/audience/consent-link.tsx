import { type ReactNode, useSyncExternalStore } from 'react'
import { useLanguage } from '../i18n/use-text.tsx'
import { askConsentAgain, consentState } from './consent.ts'

const words = { 'zh-TW': '廣告追蹤設定', en: 'Ad tracking choices' } as const

interface ConsentLinkProps {
  readonly className?: string | undefined
  readonly icon?: ReactNode
  /** What else the tap does, first. */
  readonly onTap?: () => void
}

/** Whether there is anything to agree to on this page. */
export const useConsentOffered = (): boolean =>
  useSyncExternalStore(consentState.subscribe, consentState.get, consentState.get).offered

/** Opens the question about tracking again; nothing where there is nothing to agree to. */
export const ConsentLink = ({ className, icon, onTap }: ConsentLinkProps) => {
  const language = useLanguage()
  return useConsentOffered() ? (
    <button
      type="button"
      className={className}
      onClick={() => {
        onTap?.()
        askConsentAgain()
      }}
    >
      {icon}
      {words[language]}
    </button>
  ) : null
}
