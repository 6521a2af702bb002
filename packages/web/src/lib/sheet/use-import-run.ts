import { importRunLimits, type ImportRun, type ImportRunRow } from '@kaimai/contract/common/import-run.ts'
import type { ImportRow } from '@kaimai/contract/common/sheet.ts'
import { useRef, useState } from 'react'
import { expectSheet } from '../file/expect-file.ts'
import { CallError } from '../http/call-error.ts'
import { cancelImport } from './import-board.ts'
import type { ImportCalls } from './import-calls.ts'
import { saveFile } from './download-sheet.ts'
import { useImportRunTexts } from './import-run-texts.ts'
import { useImportRuns } from './use-import-runs.ts'

export interface ImportRunOptions {
  readonly calls: ImportCalls
  readonly mayImport: boolean
  /** Sends a file with what belongs to it. */
  readonly read: (form: FormData, signal: AbortSignal) => Promise<ImportRun>
  /** Asked before it starts; undefined: not yet. */
  readonly beforeStart?: (run: ImportRun) => Promise<{ readonly makeUsers?: boolean } | undefined>
  /** A run has ended, whoever started it: what it wrote stays. */
  readonly onEnd: (run: ImportRun) => void
}

type Filter = ImportRow['state'] | 'all'

const wordsOf = (error: unknown): string | undefined => {
  if (!(error instanceof CallError)) return error instanceof Error ? error.message : undefined
  return error.handled ? undefined : (error.fields?.['file'] ?? error.message)
}

/** An import from choosing its file to what became of it: `<ImportRunModal {...importer.modal} title=… />`. */
export const useImportRun = ({ calls, mayImport, read, beforeStart, onEnd }: ImportRunOptions) => {
  const words = useImportRunTexts()
  const shown = useImportRuns(calls, mayImport, onEnd)
  const [open, setOpen] = useState(false)
  const [file, setFile] = useState<File>()
  const [run, setRun] = useState<ImportRun>()
  const [rows, setRows] = useState<readonly ImportRunRow[]>([])
  const [filter, setFilter] = useState<Filter>('all')
  const [busy, setBusy] = useState<'reading' | 'starting' | 'loading'>()
  const [failure, setFailure] = useState<string>()
  const flight = useRef<AbortController>(undefined)

  const during = async (what: 'reading' | 'starting' | 'loading', work: (signal: AbortSignal) => Promise<void>) => {
    flight.current?.abort()
    const { signal } = (flight.current = new AbortController())
    setFailure(undefined)
    setBusy(what)
    try {
      await work(signal)
    } catch (error) {
      if (!signal.aborted) setFailure(wordsOf(error))
    } finally {
      if (!signal.aborted) setBusy(undefined)
    }
  }
  const load = async (of: ImportRun, next: Filter, before: readonly ImportRunRow[], signal: AbortSignal) => {
    const page = await calls.rows(of.id, { state: next === 'all' ? undefined : next, offset: before.length })
    if (signal.aborted) return
    setFilter(next)
    setRows([...before, ...page])
  }
  const look = async (of: ImportRun, signal: AbortSignal) => {
    await load(of, of.counts.bad > 0 ? 'bad' : of.counts.change > 0 ? 'change' : 'all', [], signal)
    if (!signal.aborted) setRun(of)
  }
  const clear = () => {
    flight.current?.abort()
    setBusy(undefined)
    setRun(undefined)
    setRows([])
    setFailure(undefined)
    setFile(undefined)
  }
  const followed = run === undefined ? undefined : shown.followed.get(run.id)
  const now = followed?.run ?? run
  const refused = async (of: ImportRun) =>
    saveFile(await calls.refused(of.id, 'xlsx'), `${words.refusedName(of.fileName)}.xlsx`)

  const readFile = (of: File, charset: string | undefined) =>
    void during('reading', async (signal) => {
      await expectSheet(of)
      const form = new FormData()
      form.append('fileName', of.name.slice(-importRunLimits.nameLength))
      if (charset !== undefined) form.append('charset', charset)
      form.append('file', of)
      await look(await read(form, signal), signal)
    })

  const start = (of: ImportRun) =>
    during('starting', async (signal) => {
      const body = beforeStart && of.startedAt === null ? await beforeStart(of) : {}
      if (body === undefined) return
      const started = await calls.start(of.id, body)
      shown.follow(started)
      if (!signal.aborted) setRun(started)
    })

  return {
    open: () => {
      clear()
      setOpen(true)
    },
    note: {
      words,
      noted: shown.noted,
      onClose: shown.closeNote,
      onCancel: (of: ImportRun) => void cancelImport(calls, of.id),
      onRefused: (of: ImportRun) => void refused(of).catch((error: unknown) => setFailure(wordsOf(error))),
      onContinue: (of: ImportRun) => {
        setRun(of)
        setOpen(true)
        void start(of)
      },
    },
    modal: {
      open,
      words,
      fileName: now?.fileName ?? file?.name,
      run: now,
      remainingMs: followed?.remainingMs,
      isUnheard: followed?.isUnheard ?? false,
      rows,
      filter,
      busy,
      failure,
      onClose: () => {
        clear()
        setOpen(false)
      },
      onFile: (chosen: File) => {
        setFile(chosen)
        readFile(chosen, undefined)
      },
      onCharset: (charset: string) => file && readFile(file, charset),
      onFilter: (next: Filter) => now && void during('loading', (signal) => load(now, next, [], signal)),
      onMore: () => now && void during('loading', (signal) => load(now, filter, rows, signal)),
      onStart: () => now && void start(now),
      onCancel: () => now && void cancelImport(calls, now.id),
      onRefused: () => now && void during('loading', () => refused(now)),
      onBack: clear,
    },
  }
}
