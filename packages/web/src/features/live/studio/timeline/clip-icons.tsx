import {
  IconChartBar,
  IconClick,
  IconGift,
  IconHeart,
  IconMessage,
  IconShoppingBag,
  IconTicket,
  IconTrendingUp,
} from '@tabler/icons-react'
import type { TrackId } from '../model/studio-doc.ts'

const icons = {
  comment: IconMessage,
  product: IconShoppingBag,
  fakeTicket: IconTicket,
  callToAction: IconClick,
  poll: IconChartBar,
  giveaway: IconGift,
  hearts: IconHeart,
  audience: IconTrendingUp,
} as const satisfies Record<TrackId, unknown>

export const TrackIcon = ({ track, size = 16 }: { track: TrackId; size?: number }) => {
  const Icon = icons[track]
  return <Icon size={size} stroke={1.75} aria-hidden="true" />
}

/** What is simulated is purple, everywhere. */
export const isSimulated = (track: TrackId): boolean =>
  track === 'comment' || track === 'fakeTicket' || track === 'hearts' || track === 'audience'
