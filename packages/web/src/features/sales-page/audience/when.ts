import { homeZone } from '../../../lib/i18n/browser-time-zone.ts'
import type { Format } from '../../../lib/i18n/format.ts'

/** A time with its zone where that is not the shop's. */
export const zoned = (said: string, at: string, zone: string, format: Format): string =>
  zone === homeZone ? said : `${said} (${format.zone(at)})`
