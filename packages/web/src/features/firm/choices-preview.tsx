import { useText } from '../../lib/i18n/use-text.tsx'
import css from './preview.module.css'

export interface ShownChoice {
  readonly id: string
  readonly name: string
  readonly price: string
  readonly note: string
}

/** A step of checkout as shoppers see it: the first is chosen. */
export const ChoicesPreview = ({
  title,
  choices,
  none,
}: {
  title: string
  choices: readonly ShownChoice[]
  none: string
}) => {
  const t = useText('firm')
  return (
    <>
      <h3 className={css.title}>{t('seenAtCheckout')}</h3>
      <div className={css.page} role="group" aria-label={t('seenAtCheckout')}>
        {choices.length === 0 ? (
          <p className="empty-line">{none}</p>
        ) : (
          <div className={css.choices}>
            <h4>{title}</h4>
            {choices.map(({ id, name, price, note }) => (
              <div key={id} className={css.choice}>
                <b>{name}</b>
                <span>{price}</span>
                {note !== '' && <small className="caption">{note}</small>}
              </div>
            ))}
          </div>
        )}
      </div>
    </>
  )
}
