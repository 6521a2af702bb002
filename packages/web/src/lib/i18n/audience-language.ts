import type { Language } from '@kaimai/contract/common/language.ts'
import { isFramed } from '../audience/framed.ts'

const key = 'i18nextLng'

const remember = (language: Language): void => {
  document.cookie = `${key}=${language}; path=/; max-age=31536000; samesite=lax`
  try {
    localStorage.setItem(key, language)
  } catch {
    // A browser that keeps nothing for a frame, or at all.
  }
}

const isRemembered = (language: Language): boolean => document.cookie.split('; ').includes(`${key}=${language}`)

/** Shows this page in another language: the server renders it again, later pages remember the choice. */
export const changeAudienceLanguage = (language: Language): void => {
  remember(language)
  const url = new URL(location.href)
  // A frame in another site has no cookies to tell the server by.
  if (isFramed() || !isRemembered(language)) url.searchParams.set('lng', language)
  else url.searchParams.delete('lng')
  // What stands behind # would make a way to the same address a jump within the page.
  if (url.href === location.href) location.reload()
  else location.replace(url)
}
