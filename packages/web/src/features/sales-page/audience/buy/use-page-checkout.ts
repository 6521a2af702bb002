import { type ComponentType, useState } from 'react'
import { useLanguage } from '../../../../lib/i18n/use-text.tsx'
import { type CheckoutSheetProps, loadCheckout } from '../../../order/checkout.api.ts'

export interface PageCheckout {
  /** Open when it is there. */
  readonly Sheet: ComponentType<CheckoutSheetProps> | undefined
  readonly isOpening: boolean
  /** It could not be fetched: no line, most likely. */
  readonly isFailed: boolean
  readonly open: () => void
  readonly close: () => void
}

/** The checkout of the page: fetched when it is first wanted. */
export const usePageCheckout = (): PageCheckout => {
  const language = useLanguage()
  const [Loaded, setLoaded] = useState<ComponentType<CheckoutSheetProps>>()
  const [phase, setPhase] = useState<'closed' | 'opening' | 'failed' | 'open'>('closed')
  const open = () => {
    if (Loaded) return setPhase('open')
    setPhase('opening')
    loadCheckout(language).then(
      (Sheet) => {
        setLoaded(() => Sheet)
        setPhase('open')
      },
      () => setPhase('failed'),
    )
  }
  return {
    Sheet: phase === 'open' ? Loaded : undefined,
    isOpening: phase === 'opening',
    isFailed: phase === 'failed',
    open,
    close: () => setPhase('closed'),
  }
}
