import { charsets, type ImportMode, type ImportResult, sheetLimits } from '@kaimai/contract/common/sheet.ts'
import { useRef, useState } from 'react'
import { expectSheet } from '../file/expect-file.ts'
import { CallError } from '../http/call-error.ts'
import { useFormat, useText } from '../i18n/use-text.tsx'

export interface ImportOptions {
  /** Sends the form (parts `file` and `mode`): `call(xRoutes.import, { body: form }, { signal, quiet: true })`. */
  readonly send: (form: FormData, signal: AbortSignal) => Promise<ImportResult>
  /** Rows were written. */
  readonly onDone?: (result: ImportResult) => void
}

const wordsOf = (error: unknown): string | undefined => {
  if (!(error instanceof CallError)) return error instanceof Error ? error.message : undefined
  return error.handled ? undefined : (error.fields?.['file'] ?? error.message)
}

/** The state of an import for ImportModal: `<ImportModal {...importer.modal} title=… />`. */
export const useImport = ({ send, onDone }: ImportOptions) => {
  const words = useImportTexts()
  const [open, setOpen] = useState(false)
  const [file, setFile] = useState<File>()
  const [charset, setCharset] = useState<string>()
  const [result, setResult] = useState<ImportResult>()
  const [busy, setBusy] = useState<'reading' | 'writing'>()
  const [failure, setFailure] = useState<string>()
  const flight = useRef<AbortController>(undefined)

  const go = async (chosen: File, mode: ImportMode, given: string | undefined) => {
    flight.current?.abort()
    const { signal } = (flight.current = new AbortController())
    setFailure(undefined)
    setBusy(mode === 'preview' ? 'reading' : 'writing')
    const form = new FormData()
    form.append('mode', mode)
    if (given !== undefined) form.append('charset', given)
    form.append('file', chosen)
    try {
      await expectSheet(chosen)
      const answer = await send(form, signal)
      if (signal.aborted) return
      setResult(answer)
      if (answer.done) onDone?.(answer)
    } catch (error) {
      if (!signal.aborted) setFailure(wordsOf(error))
    } finally {
      if (!signal.aborted) setBusy(undefined)
    }
  }
  const clear = () => {
    flight.current?.abort()
    setBusy(undefined)
    setFile(undefined)
    setCharset(undefined)
    setResult(undefined)
    setFailure(undefined)
  }

  return {
    open: () => setOpen(true),
    modal: {
      open,
      words,
      fileName: file?.name,
      result,
      busy,
      failure,
      onClose: () => {
        clear()
        setOpen(false)
      },
      onFile: (chosen: File) => {
        setFile(chosen)
        void go(chosen, 'preview', undefined)
      },
      onCharset: (chosen: string) => {
        setCharset(chosen)
        if (file) void go(file, 'preview', chosen)
      },
      // A preview stays when writing failed: it can be tried again.
      onWrite: (mode: 'all' | 'good') => {
        // Written is what was looked at, the character set that was found too.
        if (file) void go(file, mode, charset ?? result?.source.charset ?? undefined)
      },
      onBack: clear,
    },
  }
}

/** The words that say as what a file was read. */
export const useSourceTexts = () => {
  const t = useText('app')
  return {
    sheet: (name: string) => t('sheet.source.sheet', { name }),
    charset: (name: string) => t('sheet.source.charset', { name }),
    charsetName: (charset: string) => {
      const known = charsets.find((each) => each === charset)
      return known === undefined ? charset : t(`sheet.source.name.${known}`)
    },
    guessed: (name: string) => t('sheet.source.guessed', { name }),
    otherCharset: t('sheet.source.other'),
  }
}

export const useImportTexts = () => {
  const t = useText('app')
  const source = useSourceTexts()
  const f = useFormat()
  return {
    dropHere: t('sheet.dropHere'),
    choose: t('sheet.choose'),
    limits: t('sheet.limits', { size: f.bytes(sheetLimits.bytes), rows: f.number(sheetLimits.rows) }),
    templateTitle: t('sheet.templateTitle'),
    templateText: t('sheet.templateText'),
    templateXlsx: t('sheet.templateXlsx'),
    templateCsv: t('sheet.templateCsv'),
    reading: t('sheet.reading'),
    writing: t('sheet.writing'),
    all: t('sheet.all'),
    line: t('sheet.line'),
    lineOf: (line: number) => t('sheet.lineOf', { line }),
    filters: t('sheet.filters'),
    states: {
      new: t('sheet.state.new'),
      change: t('sheet.state.change'),
      same: t('sheet.state.same'),
      bad: t('sheet.state.bad'),
    },
    source,
    stored: t('sheet.stored'),
    inFile: (text: string) => t('sheet.inFile', { text }),
    unknownHeaders: (headers: readonly string[]) => t('sheet.unknownHeaders', { headers: f.list(headers) }),
    shownOf: (shown: number, total: number) => t('sheet.shownOf', { shown: f.number(shown), total: f.number(total) }),
    writeAll: (count: number) => t('sheet.writeAll', { count }),
    writeGood: (count: number) => t('sheet.writeGood', { count }),
    badLeft: (count: number) => t('sheet.badLeft', { count }),
    allGood: t('sheet.allGood'),
    nothingNew: t('sheet.nothingNew'),
    otherFile: t('sheet.otherFile'),
    done: (count: number) => t('sheet.done', { count }),
    doneText: (counts: ImportResult['counts']) => t('sheet.doneText', { ...counts }),
  }
}
