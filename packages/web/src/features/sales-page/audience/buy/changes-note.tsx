import type { Currency } from '@kaimai/contract/common/money.ts'
import { useFormat, useText } from '../../../../lib/i18n/use-text.tsx'
import { Action } from '../../../../ui/audience/action.tsx'
import css from './changes-note.module.css'
import type { CartChange } from './page-cart.ts'

const ChangeLine = ({ change, currency }: { change: CartChange; currency: Currency }) => {
  const t = useText('sales-page')
  const format = useFormat()
  const { name } = change
  switch (change.kind) {
    case 'gone':
      return <li>{t('changes.gone', { name })}</li>
    case 'fewer':
      return <li>{t('changes.fewer', { name, count: change.quantity })}</li>
    case 'price':
      return (
        <li>
          {name} <s>{format.money({ amount: change.before, currency })}</s>{' '}
          <b>{format.money({ amount: change.now, currency })}</b>
        </li>
      )
  }
}

/** What is not as it was when it was put into the cart. */
export const ChangesNote = ({
  changes,
  currency,
  onDone,
}: {
  readonly changes: readonly CartChange[]
  readonly currency: Currency
  readonly onDone: () => void
}) => {
  const t = useText('sales-page')
  return (
    <div className={css.note} role="status">
      <div>
        <b>{t('changes.title')}</b>
        <ul>
          {changes.map((change) => (
            <ChangeLine key={JSON.stringify(change)} change={change} currency={currency} />
          ))}
        </ul>
      </div>
      <Action kind="plain" onClick={onDone}>
        {t('changes.ok')}
      </Action>
    </div>
  )
}
