import { historyOf, letterHistory, type LetterHistory } from '@kaimai/contract/letter/letter-event.rules.ts'
import type { Letter } from '@kaimai/contract/letter/letter.routes.ts'
import type { z } from 'zod'
import { eventOf } from './letter-notice.service.ts'
import type { LetterNoticeStore } from './letter-notice.store.ts'
import type { FirmRecipient } from './letter.store.ts'

interface Happened {
  readonly what: LetterHistory
  readonly at: Date
  readonly count: number
  readonly problem: string
}

/** What happened several times on end for the same reason, once with how often. */
const merge = (all: readonly Happened[]): Happened[] =>
  all.reduce<Happened[]>((merged, next) => {
    const last = merged.at(-1)
    if (last?.what !== next.what || last.problem !== next.problem) return [...merged, next]
    return [...merged.slice(0, -1), { ...next, count: last.count + 1 }]
  }, [])

/** What happened to a letter when, the earliest first: what was written here, and what the provider has told. */
export const createLetterHistory =
  (notices: Pick<LetterNoticeStore, 'heardOf' | 'problemsOf'>) =>
  async ({ id, firmId, createdAt, resentAt, sentAt }: FirmRecipient): Promise<z.input<typeof Letter>['history']> => {
    const [heard, problems] = await Promise.all([notices.heardOf(firmId, id), notices.problemsOf(firmId, id)])
    const provided = heard.flatMap(({ event: written, at }) => {
      const event = eventOf(written)
      return event ? [{ what: historyOf[event], at }] : []
    })
    const own: { what: LetterHistory; at: Date | null }[] = [
      { what: 'queued', at: createdAt },
      { what: 'resent', at: resentAt },
      { what: 'sent', at: sentAt },
    ]
    const first = new Map<LetterHistory, number>()
    for (const { what, at } of [...own, ...provided])
      if (at !== null) first.set(what, Math.min(first.get(what) ?? Infinity, at.getTime()))
    const once = [...first].map(([what, ms]) => ({ what, at: new Date(ms), count: 1, problem: '' }))
    const tries = problems.map((problem) => ({ ...problem, count: 1 }))
    const inOrder = [...once, ...tries].toSorted(
      (one, other) =>
        one.at.getTime() - other.at.getTime() || letterHistory.indexOf(one.what) - letterHistory.indexOf(other.what),
    )
    return merge(inOrder).map((each) => ({ ...each, at: each.at.toISOString() }))
  }
