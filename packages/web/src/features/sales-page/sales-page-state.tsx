import type { SalesPageState } from '@kaimai/contract/sales-page/sales-page.rules.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'

const colours = { draft: 'grey', scheduled: 'blue', open: 'green', closed: 'grey' } as const

export const SalesPageStateChip = ({ state }: { state: SalesPageState }) => {
  const t = useText('sales-page')
  return <StatusChip colour={colours[state]}>{t(`state.${state}`)}</StatusChip>
}
