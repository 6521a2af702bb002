import { useText } from '../../../../lib/i18n/use-text.tsx'
import { Action } from '../parts/action.tsx'
import { Sheet } from '../parts/sheet.tsx'
import css from './flash.module.css'

/** Opened in so many windows that this one was given up. */
export const ReplacedSheet = ({ onHere }: { readonly onHere: () => void }) => {
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
