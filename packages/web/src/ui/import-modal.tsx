import { IconCircleCheck, IconDownload, IconFileSpreadsheet, IconUpload } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { icon16 } from './icon-props.ts'
import css from './import-modal.module.css'
import type { ImportedRows, ImportTexts } from './imported-rows.ts'
import { ImportRows } from './import-rows.tsx'
import { useLabels } from './labels.tsx'
import { Modal } from './modal.tsx'
import { SheetSourceNote } from './sheet-source.tsx'

export interface ImportModalProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  /** What the file may hold, in a sentence. */
  readonly lead?: string
  readonly words: ImportTexts
  readonly fileName: string | undefined
  readonly result: ImportedRows | undefined
  readonly busy: 'reading' | 'writing' | undefined
  readonly failure: string | undefined
  readonly onFile: (file: File) => void
  /** Reads the same file in another character set. */
  readonly onCharset: (charset: string) => void
  readonly onWrite: (mode: 'all' | 'good') => void
  /** Back to choosing a file. */
  readonly onBack: () => void
  readonly onTemplate?: (format: 'xlsx' | 'csv') => void
  /** What must be said before a file is chosen; `ready` once it is. */
  readonly fields?: ReactNode
  readonly ready?: boolean
  /** What is chosen while one looks at what the file would do. */
  readonly aside?: ReactNode
  /** How many things that are not in the file go. */
  readonly removed?: number
}

/** A file of rows, from choosing it over a look at what it would do to what it did. */
export const ImportModal = (props: ImportModalProps) => {
  const { open, onClose, title, result, busy } = props
  const wide = result !== undefined && !result.done
  return (
    <Modal
      open={open}
      onClose={busy === 'writing' ? undefined : onClose}
      closeOnClickOutside={result === undefined}
      title={title}
      width={wide ? 1040 : 560}
      footer={<Foot {...props} />}
    >
      <div className={css.content} aria-busy={busy !== undefined}>
        {props.failure !== undefined && (
          <p className={css.failure} role="alert">
            {props.failure}
          </p>
        )}
        {busy !== undefined && <ImportBusy words={props.words} busy={busy} fileName={props.fileName} />}
        {!result && <ImportChoose {...props} />}
        {result && !result.done && <Preview {...props} result={result} />}
        {result?.done && <Done words={props.words} result={result} />}
      </div>
    </Modal>
  )
}

export const ImportBusy = ({
  words,
  busy,
  fileName,
}: Pick<ImportModalProps, 'words' | 'fileName'> & { busy: string }) => (
  <div className={css.busy} role="status">
    <span>
      {busy === 'reading' ? words.reading : words.writing} {fileName !== undefined && <b>{fileName}</b>}
    </span>
    <i aria-hidden="true" />
  </div>
)

const accepted = '.xlsx,.csv,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const ImportChoose = ({
  words,
  lead,
  fields,
  ready = true,
  onFile,
  onTemplate,
  busy,
}: Pick<ImportModalProps, 'words' | 'lead' | 'fields' | 'ready' | 'onFile' | 'onTemplate'> & {
  readonly busy: string | undefined
}) => {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const take = (files: FileList | null | undefined) => {
    const file = files?.[0]
    if (file && busy === undefined && ready) onFile(file)
  }
  return (
    <>
      {lead !== undefined && <p className={css.lead}>{lead}</p>}
      {fields}
      <div
        className={css.zone}
        data-over={over}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          take(event.dataTransfer.files)
        }}
      >
        <IconFileSpreadsheet size={40} stroke={1.25} aria-hidden="true" />
        <p>{words.dropHere}</p>
        <Button
          kind="primary"
          icon={<IconUpload {...icon16} />}
          disabled={busy !== undefined || !ready}
          onClick={() => input.current?.click()}
        >
          {words.choose}
        </Button>
        <input
          ref={input}
          type="file"
          accept={accepted}
          hidden
          aria-label={words.choose}
          onChange={({ currentTarget }) => {
            take(currentTarget.files)
            // The same file may be chosen again once it is fixed.
            currentTarget.value = ''
          }}
        />
        <small>{words.limits}</small>
      </div>
      {onTemplate && (
        <section className={css.template}>
          <div>
            <h3>{words.templateTitle}</h3>
            <p className="caption">{words.templateText}</p>
          </div>
          <div className={css.templates}>
            {(['xlsx', 'csv'] as const).map((format) => (
              <Button key={format} size="s" icon={<IconDownload {...icon16} />} onClick={() => onTemplate(format)}>
                {format === 'xlsx' ? words.templateXlsx : words.templateCsv}
              </Button>
            ))}
          </div>
        </section>
      )}
    </>
  )
}

const Preview = ({
  words,
  fileName,
  result,
  aside,
  busy,
  onCharset,
  removed = 0,
}: ImportModalProps & { result: ImportedRows }) => {
  const { counts, unknownHeaders } = result
  const writable = counts.new + counts.change + removed
  const said = counts.bad > 0 ? words.badLeft(counts.bad) : writable === 0 ? words.nothingNew : words.allGood
  return (
    <>
      <p className={css.summary} data-tone={counts.bad > 0 ? 'warn' : 'good'} role="status">
        <b>{fileName}</b>
        <span>{said}</span>
      </p>
      <SheetSourceNote
        source={result.source}
        words={words.source}
        disabled={busy !== undefined}
        onCharset={onCharset}
      />
      {unknownHeaders.length > 0 && <p className={css.unknown}>{words.unknownHeaders(unknownHeaders)}</p>}
      {aside}
      <ImportRows result={result} words={words} />
    </>
  )
}

const Done = ({ words, result }: { words: ImportTexts; result: ImportedRows }): ReactNode => (
  <div className={clsx('outcome', css.done)} role="status">
    <IconCircleCheck size={48} stroke={1.25} aria-hidden="true" />
    <h3>{words.done(result.counts.new + result.counts.change)}</h3>
    <p>{words.doneText(result.counts)}</p>
  </div>
)

const Foot = ({ words, result, removed = 0, busy, onClose, onBack, onWrite }: ImportModalProps) => {
  const labels = useLabels()
  if (!result) return <Button onClick={onClose}>{labels.cancel}</Button>
  if (result.done) {
    return (
      <>
        <Button onClick={onBack}>{words.otherFile}</Button>
        <Button kind="primary" onClick={onClose}>
          {labels.close}
        </Button>
      </>
    )
  }
  const writable = result.counts.new + result.counts.change + removed
  const mode = result.counts.bad > 0 ? 'good' : 'all'
  return (
    <>
      <Button disabled={busy !== undefined} onClick={onBack}>
        {words.otherFile}
      </Button>
      {writable > 0 && (
        <Button kind="primary" busy={busy === 'writing'} disabled={busy !== undefined} onClick={() => onWrite(mode)}>
          {mode === 'good' ? words.writeGood(writable) : words.writeAll(writable)}
        </Button>
      )}
    </>
  )
}
