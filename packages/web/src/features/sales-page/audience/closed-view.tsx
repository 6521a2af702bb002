import { IconBasketOff } from '@tabler/icons-react'
import { Seller } from '../../../lib/audience/seller.tsx'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { ActionLink } from '../../../ui/audience/action.tsx'
import { StateMark } from '../../../ui/audience/state-mark.tsx'
import { icon32 } from '../../../ui/icon-props.ts'
import css from './closed-view.module.css'
import { Frame } from './frame.tsx'
import type { Sale } from './page-data.ts'

const mark = <StateMark large tone="calm" icon={<IconBasketOff {...icon32} />} />

/** A page that is over: what to do next. */
export const ClosedView = ({ sale }: { sale: Sale }) => {
  const t = useText('sales-page')
  const { action, title, firm } = sale
  return (
    <Frame tone={sale.colorToneId}>
      <div className={css.closed}>
        {mark}
        <h1>{t('closed.title')}</h1>
        <p>{t('closed.text', { title, firm: firm.name })}</p>
        {action && (
          <ActionLink big href={action.href} away={action.kind === 'contact' && /^https?:/i.test(action.href)}>
            {t(`closed.${action.kind}`)}
          </ActionLink>
        )}
      </div>
      <Seller texts="sales-page" firm={firm} />
    </Frame>
  )
}
