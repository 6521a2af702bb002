import { IconLock, IconReceipt } from '@tabler/icons-react'
import type { PublicSignup } from '@kaimai/contract/signup/public-signup.routes.ts'
import { clsx } from 'clsx'
import { Picture } from '../../../lib/audience/picture.tsx'
import type { Format } from '../../../lib/i18n/format.ts'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { icon16 } from '../../../ui/icon-props.ts'
import { fewPlaces } from './session-state.ts'
import block from './block.module.css'
import css from './ticket-card.module.css'

export type Ticket = NonNullable<PublicSignup['ticket']>

/** What a paid form sells: a place, what comes with it, and its price. */
export const TicketCard = ({ ticket, format }: { ticket: Ticket; format: Format }) => {
  const t = useText('signup')
  const { product, left, price, currency } = ticket
  return (
    <section className={css.block} aria-labelledby="ticket-title">
      <h2 className={block.title} id="ticket-title">
        {t('ticket.heading')}
      </h2>
      <div className={css.card}>
        <div className={css.row}>
          <b>{ticket.name}</b>
          <span className={css.price}>{format.money({ amount: price, currency })}</span>
        </div>
        {product && (
          <div className={css.product}>
            {product.imageUrl !== '' && (
              <Picture
                className={css.picture}
                src={product.imageUrl}
                alt=""
                sizes="64px"
                widths={[320]}
                width={64}
                height={64}
              />
            )}
            <div>
              <small className="tiny">{t('ticket.comes')}</small>
              <p>{product.productName}</p>
              {left !== null && left <= fewPlaces && (
                <span className={css.left}>{t(left === 0 ? 'ticket.gone' : 'ticket.left', { count: left })}</span>
              )}
            </div>
            {product.price > 0 && (
              <span className={clsx('tiny', css.worth)}>
                {t('ticket.worth', { price: format.money({ amount: product.price, currency: product.currency }) })}
              </span>
            )}
          </div>
        )}
        <ul className={css.sure}>
          <li className="row-s">
            <IconLock className={block.icon} {...icon16} />
            {t('ticket.secure')}
          </li>
          <li className="row-s">
            <IconReceipt className={block.icon} {...icon16} />
            {t('ticket.invoice')}
          </li>
        </ul>
      </div>
    </section>
  )
}
