import type { ScriptItem } from '@kaimai/contract/live/show.rules.ts'
import {
  IconChartBar,
  IconEyeOff,
  IconGift,
  IconHandFinger,
  IconHeart,
  IconMessage,
  IconPin,
  IconTicket,
  IconUsers,
} from '@tabler/icons-react'

const icons: Record<ScriptItem['kind'], typeof IconPin> = {
  comment: IconMessage,
  showProduct: IconPin,
  hideProduct: IconEyeOff,
  fakeTicket: IconTicket,
  callToAction: IconHandFinger,
  endCallToAction: IconEyeOff,
  poll: IconChartBar,
  giveaway: IconGift,
  hearts: IconHeart,
  audience: IconUsers,
}
export const MomentIcon = ({ kind, size = 16 }: { kind: ScriptItem['kind']; size?: number }) => {
  const Icon = icons[kind]
  return <Icon size={size} stroke={1.75} aria-hidden="true" />
}
