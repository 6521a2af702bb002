import {
  IconChevronRight,
  IconClock,
  IconMessageCircle,
  IconPlayerPlay,
  IconTicket,
  IconUserCircle,
} from '@tabler/icons-react'
import { orderAfterEndMs } from '@kaimai/contract/order/order.rules.ts'
import type { Cart } from '@kaimai/contract/order/checkout.schema.ts'
import type { PublicRoom } from '@kaimai/contract/room/room.routes.ts'
import { clsx } from 'clsx'
import { Picture } from '../../../../lib/audience/picture.tsx'
import { useFormat, useText } from '../../../../lib/i18n/use-text.tsx'
import { icon16, icon18, icon20, icon22 } from '../../../../ui/icon-props.ts'
import { replayPath } from '../entry/room-links.ts'
import { hasReplay } from '../entry/room-status.ts'
import { Action, ActionLink } from '../parts/action.tsx'
import { PageChoices } from '../parts/language-switch.tsx'
import { ProductPicture } from '../parts/picture.tsx'
import { Price } from '../parts/price.tsx'
import { LazyEndedGiveaways } from '../room/lazy-parts.ts'
import { totalQuantityIn } from '../shop/cart-state.ts'
import { useShop } from '../shop/shop-context.ts'
import { posterSizes } from '../stage/poster-sizes.ts'
import css from './end-page.module.css'

interface NextProps {
  readonly icon: typeof IconClock
  readonly title: string
  readonly lead: string
  readonly href?: string
  readonly away?: boolean
  readonly onClick?: (() => void) | undefined
}

/** One more thing to do from here: all of the row is its target. */
const Next = ({ icon: Icon, title, lead, href, away, onClick }: NextProps) => {
  const inside = (
    <>
      <Icon className="icon-muted" {...icon22} />
      <span className={clsx('grow', css.words)}>
        <b>{title}</b>
        <small className="small">{lead}</small>
      </span>
      <IconChevronRight className="icon-muted" {...icon18} />
    </>
  )
  return (
    <li className={css.next}>
      {href === undefined ? (
        <button type="button" onClick={onClick}>
          {inside}
        </button>
      ) : (
        <a href={href} {...(away ? { target: '_blank', rel: 'noopener noreferrer' } : {})}>
          {inside}
        </a>
      )}
    </li>
  )
}

const CartLeft = ({ cart, endAt }: { readonly cart: Cart; readonly endAt: string }) => {
  const t = useText('room')
  const format = useFormat()
  const totalQuantity = cart.lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <>
      <p className={css.until}>
        <IconClock {...icon16} />
        {t('ended.until', { time: format.near(Date.parse(endAt) + orderAfterEndMs) })}
      </p>
      <h2>{t('ended.inCart', { count: totalQuantity })}</h2>
      <ul>
        {cart.lines.map((line) => (
          <li key={line.variantId} className={clsx('row', css.line)}>
            <ProductPicture src={line.imageUrl} name={line.productName} size={64} />
            <div>
              <h3>
                {line.keyword !== '' && <span className={css.keyword}>{line.keyword}</span>}
                {[line.productName, line.variantName].filter((word) => word !== '').join(' ')} × {line.quantity}
              </h3>
              <Price
                amount={line.amount}
                was={line.originalPrice === null ? null : line.originalPrice * line.quantity}
                currency={cart.currency}
              />
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

/** After the end: what is still in the cart, and where to go from here. */
export const EndPage = ({
  room,
  viewerKey,
  onProfile,
}: {
  readonly room: PublicRoom
  readonly viewerKey: string | undefined
  readonly onProfile: (() => void) | undefined
}) => {
  const t = useText('room')
  const format = useFormat()
  const { cart: state, isOpen, openCart } = useShop()
  const cart = isOpen && totalQuantityIn(state) > 0 ? state.cart : undefined
  // Who has no key of their own watches as anybody may, where the room lets anybody in.
  const replay =
    hasReplay(room, Date.parse(room.now)) && (viewerKey !== undefined || room.anonymousAllowed)
      ? replayPath(room.streamId, viewerKey)
      : undefined
  const { signupPath } = room
  const { name, contactLink } = room.firm
  const main = cart !== undefined ? 'pay' : signupPath !== '' ? 'signUp' : replay !== undefined ? 'replay' : 'nothing'
  const hasMore =
    (signupPath !== '' && main !== 'signUp') ||
    (replay !== undefined && main !== 'replay') ||
    onProfile !== undefined ||
    contactLink !== ''
  return (
    <main className={css.page}>
      <section className={css.stage}>
        {room.posterUrl !== '' && <Picture src={room.posterUrl} alt="" sizes={posterSizes} first />}
        <div>
          <h1 tabIndex={-1} data-face>
            {t('ended.title')}
          </h1>
          <p className="text-m">{t('ended.thanks')}</p>
        </div>
      </section>
      <div className={css.side}>
        <div className={css.rest}>
          <p className={css.live}>
            <span>{room.liveName}</span>
            <PageChoices />
          </p>
          {cart ? (
            <CartLeft cart={cart} endAt={room.endAt} />
          ) : (
            <p className={css.lead}>{t(signupPath === '' ? 'ended.lead' : 'ended.leadSignUp')}</p>
          )}
          {room.status === 'ended' && !hasReplay(room, Date.parse(room.now)) && (
            <p className={css.lead}>{t('ended.noReplay')}</p>
          )}
          <LazyEndedGiveaways streamId={room.streamId} />
          {hasMore && (
            <>
              <h2 className={css.section}>{t('ended.next')}</h2>
              <ul>
                {signupPath !== '' && main !== 'signUp' && (
                  <Next icon={IconTicket} title={t('ended.signUp')} lead={t('ended.signUpLead')} href={signupPath} />
                )}
                {replay !== undefined && main !== 'replay' && (
                  <Next icon={IconPlayerPlay} title={t('ended.replay')} lead={t('ended.replayLead')} href={replay} />
                )}
                {onProfile && (
                  <Next
                    icon={IconUserCircle}
                    title={t('menu.profile')}
                    lead={t('ended.profileLead')}
                    onClick={onProfile}
                  />
                )}
                {contactLink !== '' && (
                  <Next
                    icon={IconMessageCircle}
                    title={t('farewell.contact', { firm: name })}
                    lead={t('ended.contactLead')}
                    href={contactLink}
                    away
                  />
                )}
              </ul>
            </>
          )}
        </div>
        {main !== 'nothing' && (
          <div className={css.foot}>
            {cart && (
              <Action big onClick={openCart}>
                {t('ended.pay', { total: format.money({ amount: cart.subtotal, currency: cart.currency }) })}
              </Action>
            )}
            {main === 'signUp' && (
              <ActionLink big href={signupPath}>
                {t('ended.signUp')}
              </ActionLink>
            )}
            {main === 'replay' && (
              <ActionLink big href={replay} icon={<IconPlayerPlay {...icon20} />}>
                {t('ended.replay')}
              </ActionLink>
            )}
          </div>
        )}
      </div>
    </main>
  )
}
