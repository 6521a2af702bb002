import { changeAudienceLanguage } from '../i18n/audience-language.ts'
import { useLanguage, useText } from '../i18n/use-text.tsx'
import { ConsentLink } from './consent-link.tsx'
import css from './seller.module.css'
import { isWebLink } from './web-link.ts'

interface SellerProps {
  readonly firm: {
    readonly name: string
    readonly legalName: string
    readonly taxId: string
    readonly legalAddress: string
    readonly legalPhone: string
    readonly contactLink: string
  }
  /** The feature whose texts under `seller` are shown. */
  readonly texts: string
}

/** Who sells, as the law asks: name, tax id, address, phone; and the other language. */
export const Seller = ({ firm, texts }: SellerProps) => {
  const t = useText(texts)
  const other = useLanguage() === 'en' ? 'zh-TW' : 'en'
  const lines = [
    [firm.legalName || firm.name, firm.taxId === '' ? '' : t('seller.taxId', { id: firm.taxId })],
    [firm.legalAddress, firm.legalPhone === '' ? '' : t('seller.phone', { phone: firm.legalPhone })],
  ]
    .map((parts) => parts.filter((part) => part !== ''))
    .filter((parts) => parts.length > 0)
  return (
    <footer className={css.seller}>
      {lines.map((parts) => (
        <p key={parts.join()}>
          {parts.map((part) => (
            <span key={part}>{part}</span>
          ))}
        </p>
      ))}
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
