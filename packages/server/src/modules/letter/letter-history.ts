import { historyOf, letterHistory, type LetterHistory } from '@kaimai/contract/letter/letter-event.rules.ts'
import type { Letter } from '@kaimai/contract/letter/letter.routes.ts'
import type { z } from 'zod'
import { eventOf } from './letter-notice.service.ts'
import type { LetterNoticeStore } from './letter-notice.store.ts'
import type { FirmRecipient } from './letter.store.ts'

/** What happened to a letter when, the earliest first: what was written here, and what the provider has told. */
export const createLetterHistory =
  (notices: Pick<LetterNoticeStore, 'heardOf'>) =>
  async ({ id, firmId, createdAt, resentAt, sentAt }: FirmRecipient): Promise<z.input<typeof Letter>['history']> => {
    const heard = (await notices.heardOf(firmId, id)).flatMap(({ event: written, at }) => {
      const event = eventOf(written)
      return event ? [{ what: historyOf[event], at }] : []
    })
    const own: { what: LetterHistory; at: Date | null }[] = [
      { what: 'queued', at: createdAt },
      { what: 'resent', at: resentAt },
      { what: 'sent', at: sentAt },
    ]
    const first = new Map<LetterHistory, number>()
    for (const { what, at } of [...own, ...heard])
      if (at !== null) first.set(what, Math.min(first.get(what) ?? Infinity, at.getTime()))
    return [...first]
      .toSorted(([one, oneMs], [other, otherMs]) =>
        oneMs === otherMs ? letterHistory.indexOf(one) - letterHistory.indexOf(other) : oneMs - otherMs,
      )
      .map(([what, ms]) => ({ what, at: new Date(ms).toISOString() }))
  }
