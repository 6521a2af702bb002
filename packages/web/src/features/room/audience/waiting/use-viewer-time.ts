import { useMemo } from 'react'
import { useViewerZone } from '../../../../lib/audience/use-viewer.ts'
import { homeZone, unknownZone } from '../../../../lib/i18n/browser-time-zone.ts'
import { createFormat } from '../../../../lib/i18n/format.ts'
import { useLanguage, useText } from '../../../../lib/i18n/use-text.tsx'

/**
 * When something is, by the viewer's own clock, with the shop's time beside it where that is another. `announcedNow`: the
 * server's time as the page was made, so that 今天 means the same on both sides.
 */
export const useViewerTime = (
  when: string,
  announcedNow: string,
): { readonly begin: string; readonly elsewhere: string | undefined } => {
  const language = useLanguage()
  const t = useText('room')
  const zone = useViewerZone()
  return useMemo(() => {
    const nowMs = Date.parse(announcedNow)
    const own = createFormat(language, zone, () => nowMs)
    const shop = createFormat(language, homeZone, () => nowMs)
    const differs = own.zone(when) !== shop.zone(when)
    return {
      begin: zone === unknownZone ? `${own.near(when)} (${own.zone(when)})` : own.near(when),
      elsewhere: differs
        ? t('waiting.elsewhere', { own: `${own.dayTime(when)} ${own.zone(when)}`, shop: shop.dayTime(when) })
        : undefined,
    }
  }, [language, zone, when, announcedNow, t])
}
