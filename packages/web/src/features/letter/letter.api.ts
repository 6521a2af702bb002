import type { Page } from '@kaimai/contract/common/page.ts'
import { type LetterRow, letterRoutes } from '@kaimai/contract/letter/letter.routes.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/http/http.ts'

/** Everything about letters in the query cache stands below it. */
export const letterKey = ['letter'] as const

interface LetterRequest {
  readonly limit: number
  readonly cursor?: string
  readonly q?: string
  /** A number of letterTypes. */
  readonly letterTemplateType?: string
  /** Of one sending: its people. */
  readonly letterId?: string
}

export const loadLetters = (request: LetterRequest, signal: AbortSignal): Promise<Page<LetterRow>> =>
  call(letterRoutes.list, { query: request }, { signal })

/** Letters that wait because many went to new addresses within the hour. */
export const heldLetters = queryOptions({
  queryKey: [...letterKey, 'held'],
  queryFn: ({ signal }) => call(letterRoutes.held, {}, { signal }),
  refetchInterval: 60_000,
})

/** One letter as it was sent. */
export const letterShown = (id: string) =>
  queryOptions({
    queryKey: [...letterKey, 'one', id],
    queryFn: ({ signal }) => call(letterRoutes.show, { params: { id } }, { signal }),
  })

/** A person's word on a letter of which nobody knows whether it left. */
export const settleLetter = (id: string, arrived: boolean) =>
  call(letterRoutes.settle, { params: { id }, body: { arrived } })
