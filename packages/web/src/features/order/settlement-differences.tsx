import type { SettlementImport } from '@kaimai/contract/payment/settlement.routes.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import css from './settlement.module.css'

interface DifferenceListProps {
  readonly title: string
  readonly note: string
  /** Of all, some of which may not be listed. */
  readonly total: number
  readonly children: readonly ReactNode[]
}

/** One kind of difference; nothing where there is none. */
const DifferenceList = ({ title, note, total, children }: DifferenceListProps) => {
  const t = useText('order')
  if (total === 0) return null
  return (
    <section className={css.difference}>
      <h2>{title}</h2>
      <p className="caption">{note}</p>
      <ul>
        {children}
        {total > children.length && <li>{t('settlement.more', { count: total - children.length })}</li>}
      </ul>
    </section>
  )
}

const OrderLink = ({ id, children }: { id: string; children: string }) => (
  <Link to={paths.manageOrders({ order: id })}>{children}</Link>
)

/** In what a settlement file and our payments differ, and which lines could not be read. */
export const SettlementDifferences = ({ result }: { result: SettlementImport }) => {
  const t = useText('order')
  const f = useFormat()
  const money = (amount: number): string => f.money({ amount, currency: 'TWD' })
  const { counts, missing, unknown, wrong, bad } = result
  const isSame = counts.missing + counts.unknown + counts.wrong + counts.bad === 0
  return (
    <>
      {isSame && <p>{t('settlement.allGood')}</p>}
      <DifferenceList
        title={t('settlement.wrong', { total: counts.wrong })}
        note={t('settlement.wrongNote')}
        total={counts.wrong}
      >
        {wrong.map(({ line, kind, orderId, orderNo, amount, ours }) => (
          <li key={`${line} ${kind}`}>
            <OrderLink id={orderId}>{orderNo}</OrderLink>{' '}
            {t('settlement.wrongRow', {
              line,
              kind: t(`settlement.kind.${kind}`),
              amount: money(amount),
              ours: money(ours),
            })}
          </li>
        ))}
      </DifferenceList>
      <DifferenceList
        title={t('settlement.unknown', { total: counts.unknown })}
        note={t('settlement.unknownNote')}
        total={counts.unknown}
      >
        {unknown.map(({ line, kind, number, amount }) => (
          <li key={`${line} ${kind}`}>
            {t('settlement.unknownRow', {
              line,
              kind: t(`settlement.kind.${kind}`),
              number,
              amount: money(amount),
            })}
          </li>
        ))}
      </DifferenceList>
      <DifferenceList
        title={t('settlement.missing', { total: counts.missing })}
        note={t('settlement.missingNote')}
        total={counts.missing}
      >
        {missing.map(({ orderId, orderNo, day, amount }) => (
          <li key={`${orderId} ${day} ${amount}`}>
            <OrderLink id={orderId}>{orderNo}</OrderLink> {t('settlement.missingRow', { day, amount: money(amount) })}
          </li>
        ))}
      </DifferenceList>
      <DifferenceList
        title={t('settlement.bad', { total: counts.bad })}
        note={t('settlement.badNote')}
        total={counts.bad}
      >
        {bad.map(({ line, field, message }) => (
          <li key={line}>{t('settlement.badRow', { line, field: t(`settlement.field.${field}`), message })}</li>
        ))}
      </DifferenceList>
    </>
  )
}
