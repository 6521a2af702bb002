import { useText } from '../../lib/i18n/use-text.tsx'
import type { PreviewViewProps } from './preview-before.tsx'
import { formAddress } from './public-address.ts'
import css from './preview-card.module.css'

/** What a chat shows of the link. */
export const PreviewCard = ({ values, firm, renderPart }: Omit<PreviewViewProps, 'sessions'>) => {
  const t = useText('signup')
  const picture = values.metaImage || values.posterInfoList[0]
  return (
    <div className={css.chat}>
      <p className={css.hint}>{t('preview.cardHint')}</p>
      <div className={css.bubble}>
        <p className={css.link}>{formAddress(values.customUrl)}</p>
        <div className={css.card}>
          {renderPart(
            'metaImage',
            picture === undefined ? (
              <div className={css.noPicture} />
            ) : (
              <img className={css.picture} src={picture} alt="" />
            ),
          )}
          <div className={css.words}>
            {renderPart(
              'metaTitle',
              <b>{values.metaTitle || `${values.signupTitle || t('preview.noTitle')}｜${firm.name}`}</b>,
            )}
            {values.metaDescription !== '' &&
              renderPart('metaDescription', <p className="caption">{values.metaDescription}</p>)}
            <small className="caption">{location.host}</small>
          </div>
        </div>
      </div>
    </div>
  )
}
