import { lazyPart } from '../../../../lib/audience/lazy-part.tsx'
import { useLanguage } from '../../../../lib/i18n/use-text.tsx'
import type { Language } from '@kaimai/contract/common/language.ts'
import css from './language-switch.module.css'

// There is nothing to agree to before tracking has begun, which is after the page stands.
const LazyConsentLink = lazyPart(async () => (await import('../../../../lib/audience/consent-link.tsx')).ConsentLink)

/** The page is asked for anew, so that its code may be too. */
const change = async (language: Language): Promise<void> =>
  (await import('../../../../lib/i18n/audience-language.ts')).changeAudienceLanguage(language)

/** The other language by its own name. */
export const LanguageSwitch = () => {
  const other =
    useLanguage() === 'en' ? ({ tag: 'zh-TW', name: '中文' } as const) : ({ tag: 'en', name: 'English' } as const)
  return (
    <button type="button" className={css.switch} lang={other.tag} onClick={() => void change(other.tag)}>
      {other.name}
    </button>
  )
}

/** The choices about the page itself, where no menu holds them: tracking, if there is any, and the language. */
export const PageChoices = () => (
  <>
    <LazyConsentLink className={css.switch} />
    <LanguageSwitch />
  </>
)
