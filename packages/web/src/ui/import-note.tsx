import { IconDownload, IconX } from '@tabler/icons-react'
import { Button, IconButton } from './button.tsx'
import { icon16, icon18 } from './icon-props.ts'
import css from './import-progress.module.css'
import { ImportProgress } from './import-progress.tsx'
import type { ImportedRun, ImportRunTexts } from './imported-rows.ts'
import { useLabels } from './labels.tsx'

interface ImportNoteProps<Run extends ImportedRun> {
  readonly words: ImportRunTexts<Run>
  /** What to say above the list; undefined: nothing. */
  readonly noted:
    | { readonly run: Run; readonly remainingMs: number | undefined; readonly isUnheard: boolean }
    | undefined
  readonly onClose: (id: string) => void
  readonly onCancel: (run: Run) => void
  readonly onRefused: (run: Run) => void
  readonly onContinue: (run: Run) => void
  /** What else may be done with what came in. */
  readonly take?: { readonly label: string; readonly run: (run: Run) => void }
}

/** Above a list: the import that runs with its progress, else the last one with what became of it. */
export const ImportNote = <Run extends ImportedRun>({ words, noted, take, ...acts }: ImportNoteProps<Run>) => {
  const labels = useLabels()
  if (!noted) return null
  const { run } = noted
  if (run.state === 'running') {
    return (
      <section className={css.note} aria-label={words.noteRunning(run)}>
        <div className={css.said}>
          <p>{words.noteRunning(run)}</p>
          <ImportProgress run={run} words={words} remainingMs={noted.remainingMs} isUnheard={noted.isUnheard} />
        </div>
        <Button size="s" onClick={() => acts.onCancel(run)}>
          {words.stop}
        </Button>
      </section>
    )
  }
  const left = run.total - run.done
  const isTakeable = take !== undefined && run.outcome.new + run.outcome.change > 0
  return (
    <section className={css.note} data-state={run.state} aria-label={words.note(run)}>
      <div className={css.said}>
        <p>{words.note(run)}</p>
        <p>{[run.reason, words.outcome(run.outcome), left > 0 ? words.left(left) : ''].filter(Boolean).join(' · ')}</p>
        {(run.outcome.bad > 0 || left > 0 || isTakeable) && (
          <div className={css.acts}>
            {isTakeable && (
              <Button size="s" onClick={() => take.run(run)}>
                {take.label}
              </Button>
            )}
            {run.outcome.bad > 0 && (
              <Button size="s" icon={<IconDownload {...icon16} />} onClick={() => acts.onRefused(run)}>
                {words.refused(run.outcome.bad)}
              </Button>
            )}
            {left > 0 && (
              <Button size="s" onClick={() => acts.onContinue(run)}>
                {words.resume}
              </Button>
            )}
          </div>
        )}
      </div>
      <IconButton bare label={labels.close} icon={<IconX {...icon18} />} onClick={() => acts.onClose(run.id)} />
    </section>
  )
}
