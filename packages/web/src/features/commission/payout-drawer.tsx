import type { Payout } from '@kaimai/contract/commission/commission.schema.ts'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { DetailSection, DetailSections, Fact, Facts } from '../../ui/details.tsx'
import { TimeText } from '../../ui/figure.tsx'
import { Drawer } from '../../ui/modal.tsx'
import { PayoutChip, sumOf } from './payout-state.tsx'

interface PayoutDrawerProps {
  readonly payout: Payout
  readonly title: string
  readonly onClose: () => void
}

/** A batch with each of its transfers: what was earned, what is kept of it, and what goes to which account. */
export const PayoutDrawer = ({ payout, title, onClose }: PayoutDrawerProps) => {
  const t = useText('commission')
  const f = useFormat()
  const { state, currency, note, items, settledAt, settledBy } = payout
  const money = (amount: number): string => f.money({ amount, currency })
  return (
    <Drawer open onClose={onClose} title={title} width={520}>
      <DetailSections>
        <DetailSection>
          <Facts>
            <Fact label={t('list.state')}>
              <PayoutChip state={state} />
            </Fact>
            {settledAt !== null && (
              <Fact label={t(`payout.settled.${state}`)}>
                <TimeText iso={settledAt}>{f.dateTime(settledAt)}</TimeText> {settledBy}
              </Fact>
            )}
            <Fact label={t('payout.note')}>{note}</Fact>
            <Fact label={t('payout.net')}>{money(sumOf(payout, 'net'))}</Fact>
          </Facts>
        </DetailSection>
        {items.map(({ partnerId, partnerName, gross, tax, premium, net, accountEnd }) => (
          <DetailSection key={partnerId} title={partnerName}>
            <Facts>
              <Fact label={t('payout.account')}>{t('payout.accountEnd', { digits: accountEnd })}</Fact>
              <Fact label={t('payout.gross')}>{money(gross)}</Fact>
              <Fact label={t('payout.tax')}>{money(tax)}</Fact>
              <Fact label={t('payout.premium')}>{money(premium)}</Fact>
              <Fact label={t('payout.net')}>{money(net)}</Fact>
            </Facts>
          </DetailSection>
        ))}
      </DetailSections>
    </Drawer>
  )
}
