import { taipeiDay } from '@kaimai/contract/common/taipei.ts'
import type { Route, Sent } from '@kaimai/contract/common/route.ts'
import { type ExportProgress, type SheetFormat, sheetTypes } from '@kaimai/contract/common/sheet.ts'
import { useMutation } from '@tanstack/react-query'
import { call, type CallOptions } from '../http/http.ts'
import { newId } from '../ids/new-id.ts'
import { progressBoard } from '../progress/progress.ts'
import { readExport } from './export-stream.ts'

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

/** What is left after the rows is the making of the file. */
const percentOf = ({ done, total }: ExportProgress): number => (total === 0 ? 100 : Math.min(99, (done / total) * 100))

/**
 * Fetches an export and gives it to the browser under its name; the shell shows how far it is and offers to cancel.
 * `send` passes the options on to its call, with `progress` in what it sends.
 */
export const downloadWithProgress = async (
  file: string,
  format: SheetFormat,
  send: (options: Pick<CallOptions, 'signal' | 'readFile'>) => Promise<Blob>,
): Promise<void> => {
  const id = newId()
  const flight = new AbortController()
  const cancel = () => {
    flight.abort()
    progressBoard.remove(id)
  }
  const running = { id, name: file, state: 'running', cancel } as const
  progressBoard.put({ ...running, percent: 0 })
  const onProgress = (rows: ExportProgress) => {
    if (!flight.signal.aborted) progressBoard.put({ ...running, percent: percentOf(rows), rows })
  }
  try {
    const readFile = (answer: Response) => readExport(answer, sheetTypes[format], onProgress)
    saveFile(await send({ signal: flight.signal, readFile }), file)
  } catch (error) {
    if (!flight.signal.aborted) throw error
  } finally {
    progressBoard.remove(id)
  }
}

const fetchSheet = ({ route, query, name }: Fetching): Promise<void> => {
  const format = query.format ?? 'xlsx'
  const anyCall = call as (route: Route, sent: unknown, options: CallOptions) => Promise<unknown>
  return downloadWithProgress(`${name}.${format}`, format, async (options) => {
    const content = await anyCall(route, { query }, options)
    if (!(content instanceof Blob)) throw new Error('an export is no file')
    return content
  })
}

/** Fetches an export as a named file; it shows in the shell while it is made, and a failure says so by itself. */
export const useSheetDownload = () => {
  const fetching = useMutation({ mutationFn: fetchSheet })
  return {
    download: <R extends RawRoute>(request: SheetRequest<R>) => fetching.mutate(request),
    busy: fetching.isPending,
  }
}
