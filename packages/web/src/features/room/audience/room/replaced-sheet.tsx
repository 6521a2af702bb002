import { useText } from '../../../../lib/i18n/use-text.tsx'
import { withTexts } from '../../../../lib/i18n/with-texts.tsx'
import { Action } from '../parts/action.tsx'
import { Sheet } from '../parts/sheet.tsx'
import css from './flash.module.css'
import { lateTexts } from './lazy-texts.ts'

/** Opened in so many windows that this one was given up. */
const ReplacedSheet = ({ onHere }: { readonly onHere: () => void }) => {
  const t = useText('room')
  return (
    <Sheet title={t('replaced.title')} onClose={onHere}>
      <p className={css.text}>{t('replaced.text')}</p>
      <Action big onClick={onHere}>
        {t('replaced.here')}
      </Action>
    </Sheet>
  )
}

/** The sheet with its own texts. */
export const loadReplacedSheet = () => withTexts(lateTexts, ReplacedSheet)
