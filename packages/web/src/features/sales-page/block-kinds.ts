import type { BlockKind } from '@kaimai/contract/sales-page/sales-page.rules.ts'
import {
  type Icon,
  IconAlignLeft,
  IconClockHour4,
  IconHelpCircle,
  IconMessageCircle,
  IconMovie,
  IconPhoto,
  IconShoppingBag,
} from '@tabler/icons-react'

export const kindIcons: Readonly<Record<BlockKind, Icon>> = {
  text: IconAlignLeft,
  picture: IconPhoto,
  product: IconShoppingBag,
  video: IconMovie,
  questions: IconHelpCircle,
  countdown: IconClockHour4,
  contact: IconMessageCircle,
}
