import type { Payout } from '@kaimai/contract/commission/commission.schema.ts'
import { commissionRoutes } from '@kaimai/contract/commission/commission.routes.ts'
import { effectRoutes } from '@kaimai/contract/commission/effect.routes.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/http/http.ts'
import type { ListParams } from '../../lib/list/use-list.ts'
import { saveFile } from '../../lib/sheet/download-sheet.ts'

/** Where all that is known of what partners earn stands in the query cache. */
export const commissionKey = ['commission'] as const

/** Filters of the lists in the address. */
export const partnerFilter = { partnerId: 'text' } as const
export const statementFilters = { partnerId: 'text', month: 'text' } as const

export const listCommissions = (query: ListParams<typeof partnerFilter>, signal: AbortSignal) =>
  call(commissionRoutes.list, { query }, { signal })

export const listStatements = (query: ListParams<typeof statementFilters>, signal: AbortSignal) =>
  call(commissionRoutes.statements, { query }, { signal })

export const listPayouts = (query: ListParams<Record<never, never>>, signal: AbortSignal) =>
  call(commissionRoutes.payouts, { query }, { signal })

/** A batch of every statement that is to be paid; `note` is what partners see on their bank statement. */
export const makePayout = (body: { readonly note: string }) => call(commissionRoutes.makePayout, { body })

export const markSent = (id: string) => call(commissionRoutes.markSent, { params: { id }, body: {} })

export const undoPayout = (id: string) => call(commissionRoutes.undoPayout, { params: { id }, body: {} })

/** Gives the browser the transfers of a batch, as the bank takes them. */
export const downloadBankFile = async ({ id }: Payout): Promise<void> => {
  saveFile(await call(commissionRoutes.bankFile, { params: { id } }), `payout-${id.slice(-6)}.csv`)
}

export const resultWays = ['link', 'form', 'day'] as const
export type ResultWay = (typeof resultWays)[number]

/** One line of what came by links. Numbers of acts, and money in minor units. */
export interface Result {
  readonly id: string
  /** Of a link or a form; of a day yyyy-mm-dd. */
  readonly name: string
  readonly partnerName: string
  readonly clicks: number
  readonly signups: number
  readonly orders: number
  readonly sales: number
  readonly commission: number
  /** Negative or 0. */
  readonly reversed: number
}

interface ResultQuery {
  readonly way: ResultWay
  /** Days in Taipei, both included. */
  readonly from: string
  readonly to: string
  /** Empty: of all. Forms are counted over all partners. */
  readonly partnerId: string
}

const loadResults = async (
  { way, from, to, partnerId }: ResultQuery,
  signal: AbortSignal,
): Promise<readonly Result[]> => {
  const period = { from, to }
  const query = { ...period, ...(partnerId === '' ? {} : { partnerId }) }
  if (way === 'day') {
    const days = await call(effectRoutes.firmByDay, { query }, { signal })
    // The newest day first, as in all lists.
    return days.map(({ day, ...rest }) => ({ ...rest, id: day, name: day, partnerName: '' })).toReversed()
  }
  if (way === 'form') {
    const forms = await call(effectRoutes.firmByForm, { query: period }, { signal })
    return forms.map(({ signupId, title, ...rest }) => ({ ...rest, id: signupId, name: title, partnerName: '' }))
  }
  const links = await call(effectRoutes.firmByLink, { query }, { signal })
  return links.map(({ associationId, code, name, ...rest }) => ({
    ...rest,
    id: associationId,
    name: name === '' ? code : `${name} (${code})`,
  }))
}

/** What came by links in a period, by link, form or day. */
export const results = (wanted: ResultQuery) =>
  queryOptions({
    queryKey: [...commissionKey, 'results', wanted],
    queryFn: ({ signal }) => loadResults(wanted, signal),
  })
