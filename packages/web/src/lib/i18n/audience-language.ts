import type { Language } from '@kaimai/contract/common/language.ts'

const key = 'i18nextLng'

/** Shows this page in another language: the server renders it again, later pages remember the choice. */
export const changeAudienceLanguage = (language: Language): void => {
  localStorage.setItem(key, language)
  document.cookie = `${key}=${language}; path=/; max-age=31536000; samesite=lax`
  const url = new URL(location.href)
  url.searchParams.delete('lng')
  location.replace(url)
}
