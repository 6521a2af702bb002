import { clsx } from 'clsx'
import { type ReactNode, type Ref, useId, useState } from 'react'
import { Action } from './action.tsx'
import css from './consent-bar.module.css'

export interface ConsentBarProps {
  /** What is asked, in a few words. */
  readonly question: string
  readonly what: string
  /** What it means; unfolds. */
  readonly explanation: ReactNode
  readonly yes: string
  readonly no: string
  readonly onYes: () => void
  readonly onNo: () => void
  /** Leaves an earlier answer as it is; undefined: there is none. */
  readonly onLeave?: (() => void) | undefined
  /** Distance from the window's edges, in pixels: more than 0 from the end on another bar. */
  readonly stand: { readonly bottom: number; readonly left: number; readonly right: number }
  readonly ref?: Ref<HTMLElement>
}

/** A question in one line at the end of the window, with two answers of equal weight. Takes no focus by itself. */
export const ConsentBar = ({ ref, ...props }: ConsentBarProps) => {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  return (
    <section
      ref={ref}
      className={clsx(css.bar, props.stand.bottom > 0 && css.above)}
      style={props.stand}
      aria-label={props.question}
      tabIndex={-1}
      onKeyDown={(event) => event.key === 'Escape' && props.onLeave?.()}
    >
      <div className={css.inside}>
        {isOpen && (
          <p className={css.explanation} id={id}>
            {props.explanation}
          </p>
        )}
        <div className="row-s">
          <p className={css.words}>
            <span>{props.question}</span>
            <button
              type="button"
              className={css.what}
              aria-expanded={isOpen}
              aria-controls={isOpen ? id : undefined}
              onClick={() => setIsOpen(!isOpen)}
            >
              {props.what}
            </button>
          </p>
          <Action kind="quiet" className={css.answer} onClick={props.onNo}>
            {props.no}
          </Action>
          <Action kind="quiet" className={css.answer} onClick={props.onYes}>
            {props.yes}
          </Action>
        </div>
      </div>
    </section>
  )
}
