import { useEffect, useMemo, useRef, useState } from 'react'
import { browserClock } from '../../../../lib/clock/clock.ts'
import { useFormat, useText } from '../../../../lib/i18n/use-text.tsx'
import { withTexts } from '../../../../lib/i18n/with-texts.tsx'
import type { ChatRow } from '../chat/chat-rows.ts'
import type { ShelfProduct } from '../shop/offer-state.ts'
import { type Change, changesOf, newTalk, readingOf, type StageFacts, talkEveryMs } from './spoken.ts'
import { useLatest } from '../../../../lib/audience/use-latest.ts'
import { lateTexts } from './lazy-texts.ts'

const isWriting = (): boolean =>
  document.activeElement instanceof HTMLInputElement || document.activeElement instanceof HTMLTextAreaElement

/** The talk for who can't see it: what is new every few seconds at most, and nothing while they write themselves. */
const useTalk = (rows: readonly ChatRow[]): string => {
  const t = useText('room')
  const [said, setSaid] = useState('')
  const announced = useRef<string>(undefined)
  const latest = useLatest({ rows, t })
  useEffect(() => {
    let cancel: () => void
    const turn = () => {
      cancel = browserClock.after(talkEveryMs, turn)
      const { rows: all, t: say } = latest.current
      const last = all.at(-1)?.key
      if (isWriting() && announced.current !== undefined) return
      const reading = readingOf(newTalk(all, announced.current))
      announced.current = last ?? ''
      if (!reading) return
      const { more, read } = reading
      const lines = read.map(({ name, as, text }) =>
        say('spoken.said', { name: as ? say('spoken.as', { name, as: say(`chat.${as}`) }) : name, text }),
      )
      setSaid([...(more > 0 ? [say('spoken.more', { count: more })] : []), ...lines].join(say('spoken.stop')))
    }
    turn()
    return () => cancel()
  }, [latest])
  return said
}

/** Before the first event: what is shown then is announced to a viewer who has waited for it too. */
const nothingYet: StageFacts = { isLive: false, shown: undefined }

const useChanges = (hasWaited: boolean, product: ShelfProduct | undefined): string => {
  const t = useText('room')
  const format = useFormat()
  const productId = product?.productId
  const name = [product?.keyword ?? '', product?.productName ?? ''].filter((word) => word !== '').join(' ')
  const price = product ? format.money({ amount: product.price, currency: product.currency }) : ''
  const left = product?.left ?? 0
  const facts = useMemo<StageFacts>(
    () => ({ isLive: true, shown: productId === undefined ? undefined : { productId, name, price, left } }),
    [productId, name, price, left],
  )
  const before = useRef(hasWaited ? nothingYet : facts)
  const [said, setSaid] = useState('')
  useEffect(() => {
    const labelsOf = (change: Change): string => {
      switch (change.is) {
        case 'begun':
          return t('spoken.begun')
        case 'shown':
          return t('spoken.shown', { name: change.name, price: change.price })
        case 'soldOut':
          return t('spoken.soldOut', { name: change.name })
      }
    }
    const words = changesOf(before.current, facts).map(labelsOf)
    before.current = facts
    if (words.length > 0) setSaid(words.join(t('spoken.stop')))
  }, [facts, t])
  return said
}

/** Speaks to screen readers what others see: the room's changes as they come, the talk in between. */
const Announcer = ({
  rows,
  hasWaited,
  product,
  own,
}: {
  readonly rows: readonly ChatRow[]
  /** The viewer was there before the live began: its begin is announced. */
  readonly hasWaited: boolean
  readonly product: ShelfProduct | undefined
  /** What was said to this viewer alone. */
  readonly own: string
}) => {
  const talk = useTalk(rows)
  const change = useChanges(hasWaited, product)
  return (
    <>
      <p className="sr-only" role="status" data-spoken="change">
        {change}
      </p>
      <p className="sr-only" role="status" data-spoken="own">
        {own}
      </p>
      <p className="sr-only" aria-live="polite" data-spoken="talk">
        {talk}
      </p>
    </>
  )
}

/** It with its own texts. */
export const loadAnnouncer = () => withTexts(lateTexts, Announcer)
