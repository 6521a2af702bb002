import { IconDots, IconInfoCircle, IconShare2, IconShoppingCart, IconUserCircle } from '@tabler/icons-react'
import type { PublicRoom } from '@kaimai/contract/room/room.routes.ts'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { IconTap } from '../../../../ui/audience/icon-tap.tsx'
import { icon16, icon20 } from '../../../../ui/icon-props.ts'
import { Face } from '../parts/picture.tsx'
import { PageChoices } from '../parts/language-switch.tsx'
import css from './head.module.css'

/** Who broadcasts what, and that it is a recording where it is one. */
export const Head = ({
  room,
  onShare,
  onMenu,
}: {
  readonly room: PublicRoom
  readonly onShare: (() => void) | undefined
  /** Undefined where nothing can be pressed: in the studio's preview. */
  readonly onMenu?: (() => void) | undefined
}) => {
  const t = useText('room')
  return (
    <header className={css.head} data-part="head">
      <span className={css.plate}>
        <span className={css.logo}>
          <Face src={room.firm.imgUrl} name={room.firm.name} size={36} shop />
        </span>
        <span className="grow">
          <h1 className={css.title} tabIndex={-1} data-face>
            {room.liveName}
          </h1>
          <p className={css.line}>
            {room.disclosure && room.platformType === 'video' ? (
              <>
                <IconInfoCircle {...icon16} />
                <span className="clip">{t('state.prerecorded')}</span>
              </>
            ) : (
              room.firm.name
            )}
          </p>
        </span>
      </span>
      <span className={css.taps}>
        {onShare && (
          <span className={css.share} data-share>
            <IconTap label={t('share.label')} icon={<IconShare2 {...icon20} />} onClick={onShare} />
          </span>
        )}
        {onMenu && (
          <IconTap label={t('menu.open')} icon={<IconDots {...icon20} />} aria-haspopup="dialog" onClick={onMenu} />
        )}
      </span>
    </header>
  )
}

/** Wide screens: the shop's own bar over everything. */
export const TopBar = ({
  room,
  totalQuantity,
  onShare,
  onProfile,
  onOpenCart,
}: {
  readonly room: PublicRoom
  readonly totalQuantity: number
  readonly onShare: (() => void) | undefined
  readonly onProfile?: (() => void) | undefined
  readonly onOpenCart: (() => void) | undefined
}) => {
  const t = useText('room')
  return (
    <div className={css.top} data-part="top">
      <Face src={room.firm.imgUrl} name={room.firm.name} size={36} shop />
      <b className={css.firm}>{room.firm.name}</b>
      <PageChoices />
      {onProfile && (
        <button type="button" className={css.word} onClick={onProfile}>
          <IconUserCircle {...icon20} />
          {t('menu.profile')}
        </button>
      )}
      {onShare && (
        <button type="button" className={css.word} onClick={onShare}>
          <IconShare2 {...icon20} />
          {t('share.word')}
        </button>
      )}
      {onOpenCart && (
        <button
          type="button"
          className={css.cart}
          aria-label={t('composer.cart', { count: totalQuantity })}
          onClick={onOpenCart}
        >
          <IconShoppingCart {...icon20} />
          {t('shop.cart')}
          {totalQuantity > 0 && <span className={css.badge}>{totalQuantity}</span>}
        </button>
      )}
    </div>
  )
}
