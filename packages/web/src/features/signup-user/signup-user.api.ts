import type { SheetFormat } from '@kaimai/contract/common/sheet.ts'
import { signupUserSources } from '@kaimai/contract/signup-user/signup-user.rules.ts'
import { signupUserImportRoutes } from '@kaimai/contract/signup-user/signup-user-import.routes.ts'
import { signupUserRoutes } from '@kaimai/contract/signup-user/signup-user.routes.ts'
import type { SignupUserAddBody, SignupUserFilter } from '@kaimai/contract/signup-user/signup-user.schema.ts'
import type { z } from 'zod'
import { queryOptions } from '@tanstack/react-query'
import { call, type CallOptions } from '../../lib/http/http.ts'
import { importCalls } from '../../lib/sheet/import-calls.ts'
import type { ListParams } from '../../lib/list/use-list.ts'

/** Everything about people who signed up stands below it in the query cache. */
export const signupUserKey = ['signup-user'] as const

export const tabs = ['came', 'notCome', 'ordered', 'flagged', 'stopped'] as const
export type Tab = (typeof tabs)[number]

/** Filters of the list in the URL. */
export const filters = {
  tab: tabs,
  signupId: 'text',
  liveId: 'text',
  day: 'text',
  ordered: ['yes', 'no'],
  source: signupUserSources,
} as const

type Request = ListParams<typeof filters>

/** What a tab narrows to. */
const ofTab: Readonly<Record<Tab, Partial<SignupUserFilter>>> = {
  came: { came: 'yes' },
  notCome: { came: 'no' },
  ordered: { ordered: 'yes' },
  flagged: { flagged: 'yes' },
  stopped: { isCancelNotice: 'yes' },
}

type Narrowing = Omit<Request, 'limit' | 'cursor' | 'sort'>

/** The filters as the server takes them. */
export const filterOf = ({ tab, ...filter }: Narrowing): SignupUserFilter => ({
  ...filter,
  ...(tab === undefined ? {} : ofTab[tab]),
})

export const listSignupUsers = ({ limit, cursor, sort, ...narrowing }: Request, signal: AbortSignal) => {
  const { day, ...filter } = filterOf(narrowing)
  const query = { limit, ...(cursor ? { cursor } : {}), ...(sort ? { sort } : {}), ...filter }
  return day === undefined
    ? call(signupUserRoutes.list, { query }, { signal })
    : call(signupUserRoutes.oneDay, { query: { ...query, day } }, { signal })
}

/** Counts of the tabs, under the other filters. */
export const signupUserCounts = (narrowing: Omit<Narrowing, 'tab'>) =>
  queryOptions({
    queryKey: [...signupUserKey, 'counts', narrowing],
    queryFn: ({ signal }) => call(signupUserRoutes.counts, { query: filterOf(narrowing) }, { signal }),
    placeholderData: (before) => before,
  })

export const signupUserShown = (id: string) =>
  queryOptions({
    queryKey: [...signupUserKey, 'one', id],
    queryFn: ({ signal }) => call(signupUserRoutes.show, { params: { id } }, { signal }),
  })

/** Lives to choose from; of a form, its sessions with their places. */
export const signupLives = (signupId: string | undefined) =>
  queryOptions({
    queryKey: [...signupUserKey, 'lives', signupId],
    queryFn: ({ signal }) =>
      call(signupUserRoutes.lives, { query: signupId === undefined ? {} : { signupId } }, { signal }),
    select: ({ lives }) => lives,
  })

export interface PersonChange {
  readonly name?: string
  readonly phone?: string
  readonly email?: string
  readonly county?: string
  readonly memo?: string
  readonly flagged?: false
}

export const changeSignupUser = (signupUserId: string, change: PersonChange) =>
  call(signupUserRoutes.change, { body: { signupUserId, ...change } })

export const cancelNotices = ({ ids, isCancelNotice }: { ids: readonly string[]; isCancelNotice: boolean }) =>
  call(signupUserRoutes.cancelNotice, { body: { signupUserIds: [...ids], isCancelNotice } })

export interface MoveRequest {
  readonly ids: readonly string[]
  readonly fromLiveId: string | undefined
  readonly toLiveId: string
  readonly notify: boolean
}

export const moveSignupUsers = ({ ids, fromLiveId, toLiveId, notify }: MoveRequest) =>
  call(signupUserRoutes.move, {
    body: { signupUserIds: [...ids], toLiveId, notify, ...(fromLiveId === undefined ? {} : { fromLiveId }) },
  })

export const resendLinks = (ids: readonly string[]) =>
  call(signupUserRoutes.resend, { body: { signupUserIds: [...ids] } })

export const eraseSignupUser = (signupUserId: string) => call(signupUserRoutes.erase, { body: { signupUserId } })

export interface ExportRequest {
  readonly format: SheetFormat
  readonly narrowing: Narrowing
  /** Only those. */
  readonly ids?: readonly string[]
}

export const exportSignupUsers = (
  { format, narrowing, ids }: ExportRequest,
  options: Pick<CallOptions, 'signal' | 'readFile'>,
) => {
  const filter = ids === undefined ? filterOf(narrowing) : { signupUserIds: [...ids] }
  return call(signupUserRoutes.exportExcel, { body: { format, progress: '1', ...filter } }, options)
}

export const readSignupUsers = (form: FormData, signal: AbortSignal) =>
  call(signupUserImportRoutes.read, { body: form }, { signal, quiet: true })

export const signupUserImports = importCalls(signupUserImportRoutes, signupUserKey, (id) =>
  call(signupUserImportRoutes.start, { params: { id }, body: {} }, { quiet: true }),
)

export const addSignupUser = (person: z.input<typeof SignupUserAddBody>) => call(signupUserRoutes.add, { body: person })

export const importSample = (format: SheetFormat) => call(signupUserRoutes.importSample, { query: { format } })
