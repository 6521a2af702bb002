import { paths } from '../../lib/paths/paths.ts'

/** Path of a form's public page. */
export const formPath = (customUrl: string): string => paths.customUrl({ pageType: 'f', customUrl })

/** The address to hand on. */
export const formAddress = (customUrl: string): string => location.origin + formPath(customUrl)

/** What stands before the custom URL in its field. */
export const addressPrefix = (): string => `${location.host}${formPath('')}`
