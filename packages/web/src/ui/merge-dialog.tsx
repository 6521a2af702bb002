import { clsx } from 'clsx'
import { useEffect, useId, useState } from 'react'
import { Button } from './button.tsx'
import css from './merge-dialog.module.css'
import { Modal } from './modal.tsx'
import { toast } from './toast.tsx'

export type Side = 'mine' | 'theirs'

/** A value that two people changed, each in their own way. */
export interface MergeRow {
  readonly name: string
  readonly label: string
  readonly mine: string
  readonly theirs: string
}

export interface MergeDialogProps {
  readonly open: boolean
  readonly busy: boolean
  readonly title: string
  readonly lead: string
  readonly rows: readonly MergeRow[]
  /** What came in by itself; empty: nothing. */
  readonly taken: string
  readonly words: {
    readonly mine: string
    readonly theirs: string
    readonly allMine: string
    readonly allTheirs: string
    readonly save: string
    readonly leave: string
    /** Why it can't be saved yet. */
    readonly choose: string
  }
  /** Said once for each `newsOf`: what a save took in without a question. */
  readonly news: string | undefined
  readonly newsOf: object | undefined
  readonly onSave: (choices: Readonly<Record<string, Side>>) => void
  readonly onLeave: () => void
  /** Whether it can be closed without an answer. */
  readonly closable: boolean
}

/** Two versions of one record side by side: each field is mine or theirs, then both are saved as one. */
export const MergeDialog = (props: MergeDialogProps) => {
  const { news, newsOf } = props
  useEffect(() => {
    if (newsOf !== undefined && news !== undefined) toast.info(news)
    // The texts alone may change with the language; the message is shown for the conflict itself.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [newsOf])
  return props.open ? <Question {...props} /> : null
}

const Question = ({ busy, title, lead, rows, taken, words, onSave, onLeave, closable }: MergeDialogProps) => {
  const [choices, setChoices] = useState<Readonly<Record<string, Side>>>({})
  const formId = useId()
  const open = rows.filter(({ name }) => choices[name] === undefined).length
  const chooseAll = (side: Side) => setChoices(Object.fromEntries(rows.map(({ name }) => [name, side])))
  return (
    <Modal
      open
      {...(closable ? { onClose: onLeave } : {})}
      closeOnClickOutside={false}
      title={title}
      width={720}
      onTop
      footer={
        <>
          <Button onClick={onLeave} disabled={busy}>
            {words.leave}
          </Button>
          <Button type="submit" form={formId} kind="primary" busy={busy} disabled={open > 0}>
            {words.save}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (open === 0) onSave(choices)
        }}
      >
        <p className={css.lead}>{lead}</p>
        {taken !== '' && <p className={clsx('caption', css.taken)}>{taken}</p>}
        {rows.length > 1 && (
          <div className="wrap">
            <Button size="s" onClick={() => chooseAll('mine')}>
              {words.allMine}
            </Button>
            <Button size="s" onClick={() => chooseAll('theirs')}>
              {words.allTheirs}
            </Button>
          </div>
        )}
        {rows.map((row, place) => (
          <fieldset key={row.name} className={css.row}>
            <legend>{row.label}</legend>
            <div className={clsx('stack-s', css.sides)}>
              {(['mine', 'theirs'] as const).map((side) => (
                <label key={side} className={css.side}>
                  <span className="caption row-s">
                    <input
                      className="checkbox"
                      type="radio"
                      name={`${formId}-${place}`}
                      checked={choices[row.name] === side}
                      onChange={() => setChoices((before) => ({ ...before, [row.name]: side }))}
                    />
                    {words[side]}
                  </span>
                  <span className={css.value}>{row[side]}</span>
                </label>
              ))}
            </div>
          </fieldset>
        ))}
        {open > 0 && (
          <p className={clsx('caption', css.open)} role="status">
            {words.choose}
          </p>
        )}
      </form>
    </Modal>
  )
}
