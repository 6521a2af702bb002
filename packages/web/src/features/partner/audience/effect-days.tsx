import type { Currency } from '@kaimai/contract/common/money.ts'
import { useState } from 'react'
import { useFormat, useText } from '../../../lib/i18n/use-text.tsx'
import { SelectField } from '../../../ui/audience-field.tsx'
import { readDays } from './partner-calls.ts'
import css from './partner-page.module.css'
import { Section, WhenLoaded } from './section.tsx'
import { useLoaded } from './use-loaded.ts'

const periods = ['7', '30', '90', '365'] as const

/** What came by the partner's links on each day, the newest first. */
export const EffectDays = ({
  currency,
  onSignedOut,
}: {
  readonly currency: Currency
  readonly onSignedOut: () => void
}) => {
  const t = useText('partner')
  const format = useFormat()
  const [period, setPeriod] = useState('30')
  const days = useLoaded(() => readDays(Number(period)), period, onSignedOut)
  return (
    <Section title={t('days.title')}>
      <SelectField
        label={t('days.period')}
        value={period}
        onChoose={setPeriod}
        options={periods.map((value) => ({ value, label: t('days.last', { days: value }) }))}
      />
      <WhenLoaded loaded={days} isEmpty={(all) => all.length === 0} empty={t('days.empty')}>
        {(all) => (
          <table className={css.table}>
            <caption className="sr-only">{t('days.caption', { currency })}</caption>
            <thead>
              <tr>
                <th scope="col">{t('days.day')}</th>
                <th scope="col">{t('figures.clicks')}</th>
                <th scope="col">{t('figures.signups')}</th>
                <th scope="col">{t('figures.sales')}</th>
                <th scope="col">{t('days.earned')}</th>
              </tr>
            </thead>
            <tbody>
              {[...all].reverse().map(({ day, clicks, signups, sales, commission, reversed }) => (
                <tr key={day}>
                  <th scope="row">{format.day(`${day}T12:00:00+08:00`)}</th>
                  <td>{format.number(clicks)}</td>
                  <td>{format.number(signups)}</td>
                  <td>{format.amount(sales)}</td>
                  <td>{format.amount(commission + reversed)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </WhenLoaded>
    </Section>
  )
}
