import type { Payout, PayoutState } from '@kaimai/contract/commission/commission.schema.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'

const colours = { made: 'yellow', sent: 'green', undone: 'grey' } as const

export const PayoutChip = ({ state }: { state: PayoutState }) => {
  const t = useText('commission')
  return <StatusChip colour={colours[state]}>{t(`payout.state.${state}`)}</StatusChip>
}

/** Of all transfers of a batch, minor units. */
export const sumOf = ({ items }: Payout, figure: 'gross' | 'tax' | 'premium' | 'net'): number =>
  items.reduce((sum, item) => sum + item[figure], 0)
