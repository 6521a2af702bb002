import { paths } from '../../lib/paths/paths.ts'

/** Path of a public page. */
export const salePath = (customUrl: string): string => paths.customUrl({ pageType: 's', customUrl })

/** The address to hand on. */
export const saleAddress = (customUrl: string): string => location.origin + salePath(customUrl)

/** Longer than this, in characters, a host takes the place that the custom URL needs. */
const hostMax = 16

/** What stands before the custom URL in its field. */
export const addressPrefix = (): string => (location.host.length > hostMax ? '' : location.host) + salePath('')
