import type { OwnStatement } from '@kaimai/contract/commission/own-commission.routes.ts'
import { clsx } from 'clsx'
import { useFormat, useText } from '../../../lib/i18n/use-text.tsx'
import { MoreRows } from './more-rows.tsx'
import { readStatements } from './partner-calls.ts'
import css from './partner-page.module.css'
import { Section, WhenLoaded } from './section.tsx'
import { usePages } from './use-loaded.ts'

const chipOf = { carried: 'soft-grey', payable: 'soft-yellow', sent: 'soft-green' } as const satisfies Record<
  OwnStatement['state'],
  string
>

const StatementRow = ({ statement }: { readonly statement: OwnStatement }) => {
  const t = useText('partner')
  const format = useFormat()
  const { month, currency, carried, earned, reversed, total, state } = statement
  const money = (amount: number) => format.money({ amount, currency })
  const parts = [
    ['earned', earned],
    ['reversed', reversed],
    ['carried', carried],
  ] as const
  return (
    <li className={css.row}>
      <div className="grow">
        {/* The middle of the month is in it in every zone. */}
        <p className="bold-line">{format.month(`${month}-15T12:00:00Z`)}</p>
        {parts
          .filter(([name, amount]) => name === 'earned' || amount !== 0)
          .map(([name, amount]) => (
            <p key={name} className="small">
              {t(`statements.${name}`, { amount: money(amount) })}
            </p>
          ))}
      </div>
      <div className={css.sum}>
        <b>{money(total)}</b>
        <span className={clsx(css.chip, chipOf[state])}>{t(`statements.state.${state}`)}</span>
      </div>
    </li>
  )
}

/** Monthly statements, the newest first. */
export const StatementList = ({ onSignedOut }: { readonly onSignedOut: () => void }) => {
  const t = useText('partner')
  const statements = usePages(readStatements, onSignedOut)
  return (
    <Section title={t('statements.title')}>
      <p className="small">{t('statements.help')}</p>
      <WhenLoaded loaded={statements} isEmpty={(all) => all.length === 0} empty={t('statements.empty')}>
        {(all) => (
          <>
            <ul className={css.list}>
              {all.map((statement) => (
                <StatementRow key={statement.id} statement={statement} />
              ))}
            </ul>
            <MoreRows {...statements} label={t('statements.more')} />
          </>
        )}
      </WhenLoaded>
    </Section>
  )
}
