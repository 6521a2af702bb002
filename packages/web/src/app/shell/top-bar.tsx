import { IconFlask, IconMenu2, IconSearch } from '@tabler/icons-react'
import { AnnouncementBell } from '../../features/announcement/announcement-bell.tsx'
import { useText } from '../../lib/i18n/use-text.tsx'
import { focusListSearch, saveInHand, stepRow } from '../../lib/keys/page-keys.ts'
import { paths } from '../../lib/paths/paths.ts'
import { useShortcut } from '../../lib/keys/shortcuts.ts'
import { useFirm } from '../../lib/session/use-session.tsx'
import { IconButton } from '../../ui/button.tsx'
import { icon16, icon18 } from '../../ui/icon-props.ts'
import { BalanceIndicator } from './balance.tsx'
import { FirmLogo } from './firm-logo.tsx'
import { showKeys } from './shortcuts-help.tsx'
import { Link } from 'react-router'
import css from './top-bar.module.css'

export const TopBar = ({ onMenu, onFind }: { onMenu: () => void; onFind: () => void }) => {
  const t = useText('app')
  const firm = useFirm()
  // Before the page's own, which take precedence.
  useShortcut({ keys: 'mod+k', label: t('palette.title'), run: onFind })
  useShortcut({ keys: '/', label: t('keys.search'), run: focusListSearch })
  useShortcut({ keys: 'j', label: t('keys.next'), run: () => stepRow(1) })
  useShortcut({ keys: 'k', label: t('keys.previous'), run: () => stepRow(-1) })
  useShortcut({ keys: 'enter', label: t('keys.open') })
  useShortcut({ keys: 'mod+s', label: t('keys.save'), run: saveInHand })
  return (
    <header className={css.top}>
      <div className={css.burger}>
        <IconButton label={t('nav.open')} aria-haspopup="dialog" icon={<IconMenu2 {...icon18} />} onClick={onMenu} />
      </div>
      <span className={css.title}>
        <FirmLogo name={firm.name} imgUrl={firm.imgUrl} />
        <span className="clip">{firm.name || t('nav.unnamedFirm')}</span>
      </span>
      <button type="button" className={css.find} aria-label={t('palette.hint')} aria-haspopup="dialog" onClick={onFind}>
        <IconSearch {...icon16} />
        <span className="clip">{t('palette.hint')}</span>
        <kbd aria-hidden="true" data-keys={showKeys('mod+k')} />
      </button>
      {firm.testMode && (
        <Link className={css.test} to={paths.brandSetting({ section: 'payment' })} title={t('nav.testMode.hint')}>
          <IconFlask {...icon16} aria-hidden="true" />
          {t('nav.testMode.chip')}
        </Link>
      )}
      <div className={css.end}>
        <BalanceIndicator />
        <AnnouncementBell />
      </div>
    </header>
  )
}
