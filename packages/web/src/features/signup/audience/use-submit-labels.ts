import { useViewerZone } from '../../../lib/audience/use-viewer.ts'
import type { Format } from '../../../lib/i18n/format.ts'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { leadsIn } from './session-state.ts'
import { useSessionLabels } from './use-session-labels.ts'
import type { SignUp } from './use-sign-up.ts'

/** The button's words: what will have happened. In full, and for the narrow bar above the keys. */
export const useSubmitLabels = (
  { page: { ticket }, session, nowMs }: Pick<SignUp, 'page' | 'session' | 'nowMs'>,
  format: Format,
): { label: string; short: string } => {
  const t = useText('signup')
  const zone = useViewerZone()
  const words = useSessionLabels(nowMs, format)
  if (ticket) {
    const price = format.money({ amount: ticket.price, currency: ticket.currency })
    return { label: t('bar.pay', { price }), short: t('bar.pay', { price }) }
  }
  if (!session) return { label: t('bar.submitShort'), short: t('bar.submitShort') }
  if (leadsIn(session, nowMs)) return { label: t('bar.enter'), short: t('bar.enterShort') }
  return { label: t('bar.submit', { when: words.when(session, zone) }), short: t('bar.submitShort') }
}
