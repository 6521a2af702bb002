import { IconClock } from '@tabler/icons-react'
import type { Currency } from '@kaimai/contract/common/money.ts'
import { useFormat, useText } from '../../../../lib/i18n/use-text.tsx'
import { paths } from '../../../../lib/paths/paths.ts'
import { Action, ActionLink } from '../../../../ui/audience/action.tsx'
import css from './placed-order.module.css'
import { ProblemNote } from './problem-note.tsx'
import type { Sending } from './use-sending.ts'

/** An order that stands and is not paid yet: pay it, look at it, or leave it. */
export const PlacedOrder = ({ sending, currency }: { readonly sending: Sending; readonly currency: Currency }) => {
  const t = useText('checkout')
  const format = useFormat()
  const { placed, phase } = sending
  if (phase === 'resuming' || !placed) {
    return (
      <p className={css.asking} role="status">
        {t('placed.asking')}
      </p>
    )
  }
  if (phase !== 'placed') {
    return (
      <p className={css.asking} role="status">
        {t('placed.leaving', { orderNo: placed.orderNo })}
      </p>
    )
  }
  return (
    <div className={css.placed}>
      <span className={css.mark}>
        <IconClock size={32} stroke={1.5} aria-hidden="true" />
      </span>
      <h3>{t('placed.title')}</h3>
      <p>{t('placed.text', { orderNo: placed.orderNo })}</p>
      {sending.problem && <ProblemNote problem={sending.problem} currency={currency} />}
      <Action big onClick={sending.payAgain}>
        {t('checkout.pay', { total: format.money({ amount: placed.total, currency }) })}
      </Action>
      <ActionLink kind="quiet" big href={paths.order({ orderKey: placed.orderKey })}>
        {t('placed.see')}
      </ActionLink>
      <Action kind="soft" big onClick={sending.putPrivateEvent}>
        {t('placed.aside')}
      </Action>
    </div>
  )
}
