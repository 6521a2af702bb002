import type { Association } from '@kaimai/contract/association/association.resource.ts'
import { useFormat } from '../../lib/i18n/use-text.tsx'
import { useFirm } from '../../lib/session/use-session.tsx'
import { Figure } from '../../ui/figure.tsx'

/** What a link pays: a part of what is sold, or so much for each order. */
export const RateText = ({
  rateKind,
  basisPoints,
  amount,
}: Pick<Association, 'rateKind' | 'basisPoints' | 'amount'>) => {
  const f = useFormat()
  const { currency } = useFirm()
  if (rateKind === 'percent') return <Figure value={f.percent((basisPoints ?? 0) / 10_000, 2)} />
  return <Figure value={f.money({ amount: amount ?? 0, currency })} />
}
