import { ConsentLink } from '../../../lib/audience/consent-link.tsx'
import { changeAudienceLanguage } from '../../../lib/i18n/audience-language.ts'
import { useLanguage, useText } from '../../../lib/i18n/use-text.tsx'
import { isWebLink } from './is-web-link.ts'
import type { ShownFirm } from './page-data.ts'
import css from './seller.module.css'

/** Who sells, as the law asks: name, tax id, address, phone; and the other language. */
export const Seller = ({ firm }: { firm: ShownFirm }) => {
  const t = useText('signup')
  const other = useLanguage() === 'en' ? 'zh-TW' : 'en'
  const lines = [
    [firm.legalName || firm.name, firm.taxId === '' ? '' : t('seller.taxId', { id: firm.taxId })],
    [firm.legalAddress, firm.legalPhone === '' ? '' : t('seller.phone', { phone: firm.legalPhone })],
  ]
  return (
    <footer className={css.seller}>
      {lines.map((parts) => {
        const said = parts.filter((part) => part !== '')
        return (
          said.length > 0 && (
            <p key={said.join()}>
              {said.map((part) => (
                <span key={part}>{part}</span>
              ))}
            </p>
          )
        )
      })}
      <p className={css.links}>
        {isWebLink(firm.contactLink) && (
          <a href={firm.contactLink} target="_blank" rel="noopener noreferrer">
            {t('seller.contact')}
          </a>
        )}
        <a
          href={`?lng=${other}`}
          hrefLang={other}
          lang={other}
          onClick={(event) => {
            event.preventDefault()
            changeAudienceLanguage(other)
          }}
        >
          {other === 'en' ? 'English' : '中文'}
        </a>
        <ConsentLink className={css.choice} />
      </p>
      <p>{t('seller.by')}</p>
    </footer>
  )
}
