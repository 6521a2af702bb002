import { paths } from '../../lib/paths/paths.ts'

/** Path of a form's public page. */
export const formPath = (customUrl: string): string => paths.customUrl({ pageType: 'f', customUrl })

/** The address to hand on. */
export const formAddress = (customUrl: string): string => location.origin + formPath(customUrl)

/** What a merchant puts into another site's page. */
export const embedCode = (customUrl: string, title: string): string =>
  `<iframe src="${formAddress(customUrl)}?embed=1" title="${title}" width="100%" height="900" style="border:0" loading="lazy"></iframe>`
