import { IconAlertTriangle } from '@tabler/icons-react'
import type { Currency } from '@kaimai/contract/common/money.ts'
import { useFormat, useText } from '../../../../lib/i18n/use-text.tsx'
import { icon20 } from '../../../../ui/icon-props.ts'
import type { Change } from './changes.ts'
import css from './problem-note.module.css'
import type { SendingProblem } from './use-sending.ts'

const ChangeLine = ({ change, currency }: { change: Change; currency: Currency }) => {
  const t = useText('checkout')
  const format = useFormat()
  const money = (amount: number) => format.money({ amount, currency })
  switch (change.kind) {
    case 'gone':
      return <li>{t('changes.gone', { name: change.name })}</li>
    case 'added':
      return <li>{t('changes.added', { name: change.name, count: change.now })}</li>
    case 'quantity':
      return (
        <li>
          {t('changes.quantity', { name: change.name })} <s>{change.before}</s> {change.now}
        </li>
      )
    case 'price':
      return (
        <li>
          {change.name} <s>{money(change.before)}</s> <b>{money(change.now)}</b>
        </li>
      )
    case 'deliveryFee':
    case 'paymentFee':
      return (
        <li>
          {t(`changes.${change.kind}`)} <s>{money(change.before)}</s> <b>{money(change.now)}</b>
        </li>
      )
  }
}

/** Why the order was not made; that nothing was charged, always. */
export const ProblemNote = ({
  problem,
  currency,
}: {
  readonly problem: SendingProblem
  readonly currency: Currency
}) => {
  const t = useText('checkout')
  return (
    <div className={css.note} role="alert">
      <IconAlertTriangle {...icon20} />
      <div>
        <b className="low">{'message' in problem ? problem.message : t(`problem.${problem.kind}`)}</b>
        {problem.kind === 'changed' && problem.changes.length > 0 && (
          <ul>
            {problem.changes.map((change) => (
              <ChangeLine key={JSON.stringify(change)} change={change} currency={currency} />
            ))}
          </ul>
        )}
        <p>{t('message' in problem ? 'problem.notCharged' : `problem.${problem.kind}Text`)}</p>
      </div>
    </div>
  )
}
