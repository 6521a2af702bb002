import { useEffect } from 'react'
import { useLatest } from '../../../../lib/audience/use-latest.ts'
import type { ShelfProduct } from '../shop/offer-state.ts'
import { type Come, comeOf, remindersOf, type Wish } from './reminders.ts'
import { tellOutside } from './tell-outside.ts'
import { useWishes } from './use-reminders.ts'

export interface ReminderProps {
  readonly streamId: string
  readonly isLive: boolean
  readonly products: readonly ShelfProduct[]
  /** Product ids shown now. */
  readonly shown: readonly string[]
  /** Says it on the page; answers the words. */
  readonly tell: (come: Come) => string
  /** URL of a picture; empty: none. */
  readonly icon: string
}

/** Tells what this device wanted to be told of in this room, as long as the page is open. Draws nothing. */
export const Reminder = (props: ReminderProps) => {
  const { streamId, isLive, products, shown } = props
  const wishes = useWishes(streamId)
  const latest = useLatest(props)
  useEffect(() => {
    if (!isLive || wishes.length === 0) return
    const isTrue = (wish: Wish): boolean => {
      const come = comeOf(wish)
      if (come.is === 'begun') return true
      if (come.is === 'shown') return shown.includes(come.productId)
      return products.some(({ productId, left }) => productId === come.productId && left > 0)
    }
    const { tell, icon } = latest.current
    const words = remindersOf(streamId)
      .fulfil(isTrue)
      .map((wish) => tell(comeOf(wish)))
    // Of several at once the last is the news: that a product's turn has come says that the live has begun.
    const last = words.at(-1)
    if (last !== undefined) tellOutside(last, icon)
  }, [streamId, isLive, wishes, products, shown, latest])
  return null
}
