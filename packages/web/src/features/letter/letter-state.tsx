import type { RecipientState } from '@kaimai/contract/letter/letter.rules.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import type { ChipColour } from '../../ui/tag-chip.tsx'

const colours: Readonly<Record<RecipientState, ChipColour>> = {
  queued: 'grey',
  handing: 'blue',
  sent: 'green',
  delivered: 'green',
  opened: 'green',
  clicked: 'green',
  bounced: 'yellow',
  failed: 'yellow',
  skipped: 'grey',
  unknown: 'yellow',
}

/** How far a letter has come. One that only this machine keeps has gone nowhere. */
export const LetterStateChip = ({ state, transport }: { state: RecipientState; transport: string }) => {
  const t = useText('letter')
  if (state === 'sent' && transport === 'outbox') return <StatusChip colour="blue">{t('state.kept')}</StatusChip>
  return <StatusChip colour={colours[state]}>{t(`state.${state}`)}</StatusChip>
}
