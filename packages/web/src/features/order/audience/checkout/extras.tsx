import { useState } from 'react'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { Action } from '../../../../ui/audience/action.tsx'
import { DraftText } from './fields.tsx'
import css from './section-fields.module.css'
import type { Checkout } from './use-checkout.ts'

/** A word to the merchant, and whether all this is kept for next time. */
export const Extras = ({
  checkout,
  isSaved,
}: {
  readonly checkout: Checkout
  /** It is kept with the viewer's sign-up too, not on the device alone. */
  readonly isSaved: boolean
}) => {
  const t = useText('checkout')
  const { draft, remember, setRemember } = checkout
  const [hasMemo, setHasMemo] = useState(draft.memo !== '')
  return (
    <section className={css.part}>
      {hasMemo ? (
        <DraftText name="memo" label={t('checkout.memo')} maxLength={500} enterKeyHint="done" />
      ) : (
        <Action kind="plain" onClick={() => setHasMemo(true)}>
          {t('checkout.addMemo')}
        </Action>
      )}
      <label className={css.check}>
        <input type="checkbox" checked={remember} onChange={(event) => setRemember(event.target.checked)} />
        <span>
          {t('checkout.remember')}
          <small className="small">{t(isSaved ? 'checkout.rememberSaved' : 'checkout.rememberHelp')}</small>
        </span>
      </label>
    </section>
  )
}
