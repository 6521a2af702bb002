import {
  IconAdjustmentsHorizontal,
  IconExternalLink,
  IconMessageCircle,
  IconPictureInPicture,
  IconPictureInPictureOff,
  IconShare2,
  IconTicket,
  IconUserCircle,
} from '@tabler/icons-react'
import type { PublicRoom } from '@kaimai/contract/room/room.routes.ts'
import { ConsentLink, useConsentOffered } from '../../../../lib/audience/consent-link.tsx'
import { inAppBrowserOf, outsideLine } from '../../../../lib/audience/in-app-browser.ts'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { withTexts } from '../../../../lib/i18n/with-texts.tsx'
import { icon20, icon22 } from '../../../../ui/icon-props.ts'
import { ActionLink } from '../parts/action.tsx'
import { LanguageSwitch } from '../parts/language-switch.tsx'
import { Sheet } from '../parts/sheet.tsx'
import type { InWindow } from '../stage/use-playback.ts'
import { lateTexts } from './lazy-texts.ts'
import css from './room-menu.module.css'

export interface RoomMenuProps {
  readonly room: PublicRoom
  readonly inWindow: InWindow
  readonly onShare: (() => void) | undefined
  /** Undefined for who came without a link of their own. */
  readonly onProfile: (() => void) | undefined
  readonly onClose: () => void
}

/** What is not needed all the time, from the head's three dots. */
const RoomMenu = ({ room, inWindow, onShare, onProfile, onClose }: RoomMenuProps) => {
  const t = useText('room')
  const { isOut, toggle } = inWindow
  const { name, contactLink } = room.firm
  const isInLine = inAppBrowserOf(navigator.userAgent) === 'line'
  const mayChoose = useConsentOffered()
  const entry = (label: string, Icon: typeof IconShare2, act: () => void) => (
    <li key={label}>
      <button
        type="button"
        className={css.entry}
        onClick={() => {
          // First, for some of it only works within the tap itself.
          act()
          onClose()
        }}
      >
        <Icon className="icon-muted" {...icon22} />
        {label}
      </button>
    </li>
  )
  return (
    <Sheet title={t('menu.open')} onClose={onClose}>
      <ul className={css.list}>
        {onShare && entry(t('share.label'), IconShare2, onShare)}
        {toggle &&
          entry(
            t(isOut ? 'stage.backFromWindow' : 'stage.inWindow'),
            isOut ? IconPictureInPictureOff : IconPictureInPicture,
            toggle,
          )}
        {onProfile && (
          <li>
            <button
              type="button"
              className={css.entry}
              onClick={() => {
                onClose()
                onProfile()
              }}
            >
              <IconUserCircle className="icon-muted" {...icon22} />
              {t('menu.profile')}
            </button>
          </li>
        )}
        {onProfile === undefined && room.signupPath !== '' && (
          <li>
            <a className={css.entry} href={`${room.signupPath}#code=${room.streamId}`}>
              <IconTicket className="icon-muted" {...icon22} />
              {t('codeLink')}
            </a>
          </li>
        )}
        {isInLine && (
          <li>
            <a className={css.entry} href={outsideLine(location.href)}>
              <IconExternalLink className="icon-muted" {...icon22} />
              {t('outside')}
            </a>
          </li>
        )}
        {mayChoose && (
          <li>
            <ConsentLink className={css.entry} icon={<IconAdjustmentsHorizontal {...icon22} />} onTap={onClose} />
          </li>
        )}
      </ul>
      <p className={css.foot}>
        {contactLink !== '' && (
          <ActionLink
            kind="plain"
            href={contactLink}
            target="_blank"
            rel="noopener noreferrer"
            icon={<IconMessageCircle {...icon20} />}
          >
            {t('contact', { firm: name })}
          </ActionLink>
        )}
        <LanguageSwitch />
      </p>
    </Sheet>
  )
}

/** The menu with its own texts. */
export const loadRoomMenu = () => withTexts(lateTexts, RoomMenu)
