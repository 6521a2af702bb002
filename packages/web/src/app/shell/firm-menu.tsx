import { languages } from '@kaimai/contract/common/language.ts'
import { IconBuildingStore, IconKeyboard, IconLogout, IconSelector, IconUserCircle } from '@tabler/icons-react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { useFirm, useMay, useSessionActions } from '../../lib/session/use-session.tsx'
import { DropdownMenu, type MenuItem } from '../../ui/dropdown-menu.tsx'
import { useLanguageChoice } from '../../lib/i18n/language-choice.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { FirmLogo } from './firm-logo.tsx'
import { shortcutsHelp } from './shortcuts-help.tsx'
import css from './sidebar.module.css'

/** The firm's logo and name; behind them settings, language, keys and logout. */
export const FirmMenu = ({ collapsed }: { collapsed: boolean }) => {
  const t = useText('app')
  const firm = useFirm()
  const session = useSessionActions()
  const maySet = useMay('setting')
  const { language, choose } = useLanguageChoice()
  const name = firm.name || t('nav.unnamedFirm')
  const settings: readonly MenuItem[] = maySet
    ? [
        {
          label: t('nav.brandSetting'),
          to: paths.brandSetting(),
          icon: <IconBuildingStore {...icon16} />,
        },
        'line',
      ]
    : []
  const items: readonly MenuItem[] = [
    {
      label: t('nav.account'),
      to: paths.myAccount(),
      icon: <IconUserCircle {...icon16} />,
    },
    ...(maySet ? [] : (['line'] as const)),
    ...settings,
    ...languages.map((each) => ({
      label: t(`language.${each}`),
      chosen: each === language,
      run: () => choose(each),
    })),
    'line',
    {
      label: t('keys.title'),
      hint: '?',
      icon: <IconKeyboard {...icon16} />,
      run: shortcutsHelp.show,
    },
    {
      label: t('nav.logout'),
      icon: <IconLogout {...icon16} />,
      run: () => void session.logout(),
    },
  ]
  return (
    <DropdownMenu
      side="left"
      items={items}
      renderTrigger={(trigger) => (
        <button type="button" className={css.name} aria-label={t('nav.firmMenu', { name })} {...trigger}>
          <FirmLogo name={name} imgUrl={firm.imgUrl} />
          {!collapsed && <span className="clip">{name}</span>}
          {!collapsed && <IconSelector className="icon-muted" {...icon16} />}
        </button>
      )}
    />
  )
}
