import type { SettlementImport } from '@kaimai/contract/payment/settlement.routes.ts'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { MoneyText } from '../../ui/figure.tsx'
import css from './cash-flow.module.css'

const figures = ['sales', 'fees', 'refunds', 'net'] as const

/** What the company should pay out for a file, and of what that is made. */
export const SettlementSums = ({ result }: { result: SettlementImport }) => {
  const t = useText('order')
  const f = useFormat()
  return (
    <section className={css.sums}>
      <h2>{t('settlement.sums')}</h2>
      <dl>
        {figures.map((figure) => (
          <div key={figure}>
            <dt>{t(`settlement.${figure}`)}</dt>
            <dd>
              <MoneyText value={f.money({ amount: result[figure], currency: 'TWD' })} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="caption">{t('settlement.netNote')}</p>
    </section>
  )
}
