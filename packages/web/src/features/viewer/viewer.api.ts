import type { SheetFormat } from '@kaimai/contract/common/sheet.ts'
import { type LiveUserFilter, liveUserRoutes } from '@kaimai/contract/viewer/viewer.routes.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/http/http.ts'
import type { ListParams } from '../../lib/list/use-list.ts'

/** Everything about the viewers of lives stands below it in the query cache. */
export const liveUserKey = ['viewer'] as const

export const tabs = ['came', 'notCome', 'ordered', 'blocked'] as const
export type Tab = (typeof tabs)[number]

/** Filters of the list in the URL. */
export const filters = { tab: tabs, liveId: 'text', anonymous: ['yes', 'no'] } as const

type Request = ListParams<typeof filters>

const ofTab: Readonly<Record<Tab, Partial<LiveUserFilter>>> = {
  came: { came: 'yes' },
  notCome: { came: 'no' },
  ordered: { ordered: 'yes' },
  blocked: { blocked: 'yes' },
}

interface Narrowing {
  readonly q?: string | undefined
  readonly tab?: Tab | undefined
  readonly anonymous?: 'yes' | 'no' | undefined
}

const filterOf = ({ tab, ...rest }: Narrowing): LiveUserFilter => ({
  ...rest,
  ...(tab === undefined ? {} : ofTab[tab]),
})

export const listLiveUsers =
  (liveId: string) =>
  ({ limit, cursor, sort, q, tab, anonymous }: Request, signal: AbortSignal) =>
    call(
      liveUserRoutes.list,
      {
        params: { id: liveId },
        query: { limit, cursor, sort, ...filterOf({ q, tab, anonymous }) },
      },
      { signal },
    )

/** The live, and the counts of the tabs. */
export const liveUserCounts = (liveId: string, q: string) =>
  queryOptions({
    queryKey: [...liveUserKey, 'counts', liveId, q],
    queryFn: ({ signal }) =>
      call(liveUserRoutes.counts, { params: { id: liveId }, query: q === '' ? {} : { q } }, { signal }),
    placeholderData: (before) => before,
    enabled: liveId !== '',
  })

export const liveUserShown = (id: string) =>
  queryOptions({
    queryKey: [...liveUserKey, 'one', id],
    queryFn: ({ signal }) => call(liveUserRoutes.show, { params: { id } }, { signal }),
  })

export const changeLiveUserMemo = (liveUserId: string, memo: string) =>
  call(liveUserRoutes.changeMemo, { body: { liveUserId, memo } })

export const exportLiveUsers = (liveId: string, format: SheetFormat, narrowing: Narrowing) =>
  call(liveUserRoutes.exportExcel, { body: { liveId, format, ...filterOf(narrowing) } })
