import { IconAlertTriangle, IconCircleCheck, IconDownload } from '@tabler/icons-react'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { icon16 } from './icon-props.ts'
import { byWeight } from './import-columns.ts'
import css from './import-modal.module.css'
import { ImportBusy, ImportChoose, type ImportModalProps } from './import-modal.tsx'
import { ImportProgress } from './import-progress.tsx'
import type { ImportedRow, ImportedRun, ImportRunTexts } from './imported-rows.ts'
import { type ImportFilter, ImportRows } from './import-rows.tsx'
import { useLabels } from './labels.tsx'
import { Modal } from './modal.tsx'
import { SheetSourceNote } from './sheet-source.tsx'

export interface ImportRunModalProps<Run extends ImportedRun = ImportedRun>
  extends Pick<
    ImportModalProps,
    | 'open'
    | 'onClose'
    | 'title'
    | 'lead'
    | 'fileName'
    | 'failure'
    | 'onFile'
    | 'onCharset'
    | 'onTemplate'
    | 'fields'
    | 'ready'
    | 'onBack'
  > {
  readonly words: ImportRunTexts<Run>
  /** Undefined while a file is chosen and read. */
  readonly run: Run | undefined
  readonly remainingMs: number | undefined
  /** The server could not be asked the last time. */
  readonly isUnheard: boolean
  /** Rows of the preview that are loaded. */
  readonly rows: readonly ImportedRow[]
  readonly filter: ImportFilter
  readonly busy: 'reading' | 'starting' | 'loading' | undefined
  readonly onFilter: (filter: ImportFilter) => void
  readonly onMore: () => void
  readonly onStart: () => void
  readonly onCancel: () => void
  readonly onRefused: () => void
}

/** A file of rows on the server: chosen, looked at, written with its progress, and what became of it. */
export const ImportRunModal = <Run extends ImportedRun>(props: ImportRunModalProps<Run>) => {
  const { open, onClose, title, run, busy, words } = props
  const isPreview = run?.state === 'ready'
  return (
    <Modal
      open={open}
      onClose={onClose}
      closeOnClickOutside={run === undefined}
      title={title}
      width={isPreview ? 1040 : 560}
      footer={<Foot {...props} />}
    >
      <div className={css.content} aria-busy={busy !== undefined}>
        {props.failure !== undefined && (
          <p className={css.failure} role="alert">
            {props.failure}
          </p>
        )}
        {(busy === 'reading' || busy === 'starting') && (
          <ImportBusy
            words={{ ...words, writing: words.starting }}
            busy={busy === 'reading' ? 'reading' : 'writing'}
            fileName={props.fileName}
          />
        )}
        {run === undefined && <ImportChoose {...props} />}
        {isPreview && <Preview {...props} run={run} />}
        {run?.state === 'running' && (
          <>
            <p>
              <b className={css.fileName}>{run.fileName}</b>
            </p>
            <ImportProgress run={run} words={words} remainingMs={props.remainingMs} isUnheard={props.isUnheard} />
            <p className="caption">{words.goesOn}</p>
          </>
        )}
        {run !== undefined && !isPreview && run.state !== 'running' && <Ended run={run} words={words} />}
      </div>
    </Modal>
  )
}

const Preview = <Run extends ImportedRun>(props: ImportRunModalProps<Run> & { run: Run }) => {
  const { run, rows, words, filter, busy } = props
  const { counts, unknownHeaders, sameFile } = run
  const writable = counts.new + counts.change
  const said = counts.bad > 0 ? words.badLeft(counts.bad) : writable === 0 ? words.nothingNew : words.allGood
  const shown = byWeight(run, rows)
  return (
    <>
      <p className={css.summary} data-tone={counts.bad > 0 ? 'warn' : 'good'} role="status">
        <b>{run.fileName}</b>
        <span>{said}</span>
      </p>
      {sameFile !== null && (
        <p className={css.same}>
          <IconAlertTriangle {...icon16} />
          {words.sameFile(sameFile)}
        </p>
      )}
      <SheetSourceNote
        source={run.source}
        words={words.source}
        disabled={busy !== undefined}
        onCharset={props.onCharset}
      />
      {unknownHeaders.length > 0 && <p className={css.unknown}>{words.unknownHeaders(unknownHeaders)}</p>}
      <ImportRows
        result={{ ...shown, done: false, unknownHeaders, counts }}
        words={words}
        paged={{ filter, onFilter: props.onFilter, onMore: props.onMore, isLoading: busy === 'loading' }}
      />
    </>
  )
}

const Ended = <Run extends ImportedRun>({ words, run }: { words: ImportRunTexts<Run>; run: Run }): ReactNode => {
  const { outcome, state, total, done } = run
  const written = outcome.new + outcome.change
  const left = total - done
  const isDone = state === 'done'
  return (
    <div className={clsx('outcome', css.done)} data-state={state} role="status">
      {isDone ? (
        <IconCircleCheck size={48} stroke={1.25} aria-hidden="true" />
      ) : (
        <IconAlertTriangle size={48} stroke={1.25} aria-hidden="true" />
      )}
      <h3>{words.ended[state === 'cancelled' || state === 'failed' ? state : 'done'](written)}</h3>
      {run.reason !== '' && <p>{run.reason}</p>}
      <p>{words.outcome(outcome)}</p>
      {left > 0 && <p>{words.left(left)}</p>}
    </div>
  )
}

const Foot = <Run extends ImportedRun>(props: ImportRunModalProps<Run>) => {
  const { words, run, busy, onClose, onBack, onStart, onCancel, onRefused } = props
  const labels = useLabels()
  if (!run) return <Button onClick={onClose}>{labels.cancel}</Button>
  const isBusy = busy === 'starting' || busy === 'reading'
  if (run.state === 'running') {
    return (
      <>
        <Button onClick={onCancel}>{words.stop}</Button>
        <Button kind="primary" onClick={onClose}>
          {labels.close}
        </Button>
      </>
    )
  }
  if (run.state === 'ready') {
    const writable = run.counts.new + run.counts.change
    return (
      <>
        <Button disabled={isBusy} onClick={onBack}>
          {words.otherFile}
        </Button>
        {writable > 0 && (
          <Button kind="primary" busy={busy === 'starting'} disabled={isBusy} onClick={onStart}>
            {run.counts.bad > 0 ? words.writeGood(writable) : words.writeAll(writable)}
          </Button>
        )}
      </>
    )
  }
  return (
    <>
      {run.outcome.bad > 0 && (
        <Button icon={<IconDownload {...icon16} />} onClick={onRefused}>
          {words.refused(run.outcome.bad)}
        </Button>
      )}
      {run.done < run.total ? (
        <Button busy={busy === 'starting'} disabled={isBusy} onClick={onStart}>
          {words.resume}
        </Button>
      ) : (
        <Button onClick={onBack}>{words.otherFile}</Button>
      )}
      <Button kind="primary" onClick={onClose}>
        {labels.close}
      </Button>
    </>
  )
}
