import type { OwnCommission } from '@kaimai/contract/commission/own-commission.routes.ts'
import { clsx } from 'clsx'
import { useFormat, useText } from '../../../lib/i18n/use-text.tsx'
import { MoreRows } from './more-rows.tsx'
import { readCommissions } from './partner-calls.ts'
import css from './partner-page.module.css'
import { Section, WhenLoaded } from './section.tsx'
import { usePages } from './use-loaded.ts'

const CommissionRow = ({ commission }: { readonly commission: OwnCommission }) => {
  const t = useText('partner')
  const format = useFormat()
  const { buyer, code, currency, base, amount, reversed, isOwnPurchase, paidAt, dueAt, state } = commission
  const money = (of: number) => format.money({ amount: of, currency })
  return (
    <li className={css.row}>
      <div className="grow">
        <p className="bold-line break-words">{buyer || t('commissions.erased')}</p>
        <p className="small break-words">
          {t('commissions.from', { when: format.day(paidAt), base: money(base), code })}
        </p>
        {isOwnPurchase && <p className="small">{t('commissions.own')}</p>}
        {reversed !== 0 && (
          <p className="small">{t('commissions.reversed', { amount: money(amount), reversed: money(reversed) })}</p>
        )}
      </div>
      <div className={css.sum}>
        <b>{money(amount + reversed)}</b>
        <span className={clsx(css.chip, state === 'due' ? 'soft-green' : 'soft-grey')}>
          {state === 'due' ? t('commissions.due') : t('commissions.pending', { when: format.day(dueAt) })}
        </span>
      </div>
    </li>
  )
}

/** Sales with what each earns, the newest first. */
export const CommissionList = ({ onSignedOut }: { readonly onSignedOut: () => void }) => {
  const t = useText('partner')
  const commissions = usePages(readCommissions, onSignedOut)
  return (
    <Section title={t('commissions.title')}>
      <WhenLoaded loaded={commissions} isEmpty={(all) => all.length === 0} empty={t('commissions.empty')}>
        {(all) => (
          <>
            <ul className={css.list}>
              {all.map((commission) => (
                <CommissionRow key={commission.id} commission={commission} />
              ))}
            </ul>
            <MoreRows {...commissions} label={t('commissions.more')} />
          </>
        )}
      </WhenLoaded>
    </Section>
  )
}
