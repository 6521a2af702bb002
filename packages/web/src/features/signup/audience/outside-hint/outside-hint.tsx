import { IconExternalLink } from '@tabler/icons-react'
import { inAppBrowserOf, outsideLine } from '../../../../lib/audience/in-app-browser.ts'
import { useIsHydrated } from '../../../../lib/audience/use-viewer.ts'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { type LazyTexts, withTexts } from '../../../../lib/i18n/with-texts.tsx'
import { ActionLink } from '../../../../ui/audience/action.tsx'
import { icon20 } from '../../../../ui/icon-props.ts'
import css from './outside-hint.module.css'

const outsideHintTexts: LazyTexts = {
  namespace: 'signup',
  files: { 'zh-TW': () => import('./text/zh-TW.json'), en: () => import('./text/en.json') },
}

/** Inside LINE, Facebook and Instagram: that the page is better opened in the phone's own browser, and how. */
const OutsideHint = ({ href }: { href: string }) => {
  const t = useText('signup')
  const isHydrated = useIsHydrated()
  const app = isHydrated ? inAppBrowserOf(navigator.userAgent) : undefined
  if (app === undefined) return null
  return (
    <div className={css.hint}>
      <IconExternalLink className="icon-muted" {...icon20} />
      <p className="grow">
        <b>{t('outside.title')}</b>
        <span>{t(`outside.${app}`)}</span>
      </p>
      {app === 'line' && (
        <ActionLink kind="plain" href={outsideLine(href)}>
          {t('outside.open')}
        </ActionLink>
      )}
    </div>
  )
}

/** It with its own texts: nobody reads it before having signed up. */
export const loadOutsideHint = () => withTexts(outsideHintTexts, OutsideHint)
