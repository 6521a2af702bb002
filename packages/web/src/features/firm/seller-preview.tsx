import { useText } from '../../lib/i18n/use-text.tsx'
import css from './preview.module.css'

interface SellerPreviewProps {
  readonly firm: {
    readonly name: string
    readonly contactLink: string
    readonly legalName: string
    readonly taxId: string
    readonly legalAddress: string
    readonly legalPhone: string
  }
}

/** The foot of the sign-up page, as shoppers see it. */
export const SellerPreview = ({ firm }: SellerPreviewProps) => {
  const t = useText('firm')
  const lines = [
    [firm.legalName || firm.name, firm.taxId === '' ? '' : t('business.seen.taxId', { id: firm.taxId })],
    [firm.legalAddress, firm.legalPhone === '' ? '' : t('business.seen.phone', { phone: firm.legalPhone })],
  ]
  return (
    <>
      <h3 className={css.title}>{t('business.seen.title')}</h3>
      <div className={css.page} role="group" aria-label={t('business.seen.title')}>
        <div className={css.sheet} aria-hidden="true">
          <i />
          <i />
          <b />
        </div>
        <div className={css.foot}>
          {lines.map((parts) => {
            const said = parts.filter((part) => part.trim() !== '')
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
          {/^https?:\/\//i.test(firm.contactLink) && <p className={css.link}>{t('business.seen.contact')}</p>}
        </div>
      </div>
      <p className="caption">{t('business.seen.note')}</p>
    </>
  )
}
