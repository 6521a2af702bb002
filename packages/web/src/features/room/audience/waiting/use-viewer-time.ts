import { useMemo, useSyncExternalStore } from 'react'
import { createFormat } from '../../../../lib/i18n/format.ts'
import { useLanguage, useText } from '../../../../lib/i18n/use-text.tsx'

const shopZone = 'Asia/Taipei'
const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone
/** It stays while the page stands. */
const never = (): (() => void) => () => {}

/**
 * When something is, by the viewer's own clock, with the shop's time beside it where that is another. `toldNow`: the
 * server's time as the page was made, so that 今天 means the same on both sides.
 */
export const useViewerTime = (
  when: string,
  announcedNow: string,
): { readonly begin: string; readonly elsewhere: string | undefined } => {
  const language = useLanguage()
  const t = useText('room')
  const zone = useSyncExternalStore(never, ownZone, () => shopZone)
  return useMemo(() => {
    const nowMs = Date.parse(announcedNow)
    const own = createFormat(language, zone, () => nowMs)
    const shop = createFormat(language, shopZone, () => nowMs)
    const differs = own.zone(when) !== shop.zone(when)
    return {
      begin: own.near(when),
      elsewhere: differs
        ? t('waiting.elsewhere', { own: `${own.dayTime(when)} ${own.zone(when)}`, shop: shop.dayTime(when) })
        : undefined,
    }
  }, [language, zone, when, announcedNow, t])
}
