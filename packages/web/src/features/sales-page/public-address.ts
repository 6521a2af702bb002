import { paths } from '../../lib/paths/paths.ts'

/** Path of a public page. */
export const salePath = (customUrl: string): string => paths.customUrl({ pageType: 's', customUrl })

/** The address to hand on. */
export const saleAddress = (customUrl: string): string => location.origin + salePath(customUrl)
