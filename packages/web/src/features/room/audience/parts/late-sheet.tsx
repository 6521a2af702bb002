import { type SyntheticEvent, useLayoutEffect, useRef } from 'react'
import { useIsOnline } from '../../../../lib/audience/use-viewer.ts'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { withTexts } from '../../../../lib/i18n/with-texts.tsx'
import { lateTexts } from '../room/lazy-texts.ts'
import css from './late-sheet.module.css'

/** Stands where a sheet will be until its code has come: a tap is answered, and can be taken back. */
const LateSheet = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useText('room')
  const dialog = useRef<HTMLDialogElement>(null)
  const isOnline = useIsOnline()
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    // The focus is back where it was when the sheet itself takes it.
    return () => element?.close()
  }, [])
  const onCancel = (event: SyntheticEvent) => {
    event.preventDefault()
    onClose()
  }
  return (
    <dialog ref={dialog} className={css.late} data-part="late" onCancel={onCancel}>
      <p role="status">{t(isOnline ? 'late.loading' : 'late.offline')}</p>
      <button type="button" onClick={onClose}>
        {t('close')}
      </button>
    </dialog>
  )
}

/** The sheet with its own texts. */
export const loadLateSheet = () => withTexts(lateTexts, LateSheet)
