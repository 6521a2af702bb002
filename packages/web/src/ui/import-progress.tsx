import css from './import-progress.module.css'
import type { ImportedRun, ImportRunTexts } from './imported-rows.ts'

interface ImportProgressProps<Run extends ImportedRun> {
  readonly run: Run
  readonly words: ImportRunTexts<Run>
  readonly remainingMs: number | undefined
  readonly isUnheard: boolean
}

/** How far an import is: rows of rows, and how long the rest takes. */
export const ImportProgress = <Run extends ImportedRun>({
  run,
  words,
  remainingMs,
  isUnheard,
}: ImportProgressProps<Run>) => {
  const percent = run.total === 0 ? 100 : (run.done / run.total) * 100
  return (
    <div className={css.progress}>
      <p>
        <b className="number">{words.progress(run)}</b>
        <span className="number">{isUnheard ? words.unheard : words.remaining(remainingMs)}</span>
      </p>
      <span
        className={css.track}
        role="progressbar"
        aria-label={words.progressLabel(run.fileName)}
        aria-valuemin={0}
        aria-valuemax={run.total}
        aria-valuenow={run.done}
        aria-valuetext={words.progress(run)}
      >
        <i style={{ width: `${percent}%` }} />
      </span>
    </div>
  )
}
