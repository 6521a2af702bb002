import { taipeiDay } from '@kaimai/contract/common/taipei.ts'
import type { Route, Sent } from '@kaimai/contract/common/route.ts'
import type { SheetFormat } from '@kaimai/contract/common/sheet.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../http/http.ts'
import { newId } from '../ids/new-id.ts'
import { progressBoard } from '../progress/progress.ts'

/** Gives the browser a file to keep. */
export const saveFile = (content: Blob, name: string): void => {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has begun by then; the bytes are no longer needed here.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** 20261120, for names of files. */
export const fileDay = (ms = Date.now()): string => taipeiDay(ms).replaceAll('-', '')

type RawRoute = Route & { readonly answer: { readonly kind: 'raw' } }

export interface SheetRequest<R extends RawRoute> {
  readonly route: R
  readonly query: NonNullable<Sent<R> extends { readonly query?: infer Q } ? Q : never> & {
    readonly format?: SheetFormat
  }
  /** Without its ending. */
  readonly name: string
}

interface Fetching {
  readonly route: RawRoute
  readonly query: { readonly format?: SheetFormat }
  readonly name: string
}

const fetchSheet = async ({ route, query, name }: Fetching): Promise<void> => {
  const id = newId()
  const file = `${name}.${query.format ?? 'xlsx'}`
  const flight = new AbortController()
  const cancel = () => {
    flight.abort()
    progressBoard.remove(id)
  }
  progressBoard.put({ id, name: file, percent: 30, state: 'running', cancel })
  try {
    const anyCall = call as (route: Route, sent: unknown, options: { signal: AbortSignal }) => Promise<unknown>
    const content = await anyCall(route, { query }, { signal: flight.signal })
    if (!(content instanceof Blob)) throw new Error('an export is no file')
    saveFile(content, file)
  } catch (error) {
    if (!flight.signal.aborted) throw error
  } finally {
    progressBoard.remove(id)
  }
}

/** Fetches an export as a named file; it shows in the shell while it is made, and a failure says so by itself. */
export const useSheetDownload = () => {
  const fetching = useMutation({ mutationFn: fetchSheet })
  return {
    download: <R extends RawRoute>(request: SheetRequest<R>) => fetching.mutate(request),
    busy: fetching.isPending,
  }
}
