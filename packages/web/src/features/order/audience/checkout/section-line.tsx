import { clsx } from 'clsx'
import { type ReactNode, useId } from 'react'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { Action } from '../../../../ui/audience/action.tsx'
import type { SectionLabels } from './section-labels.tsx'
import css from './section-line.module.css'
import type { Section } from './sections.ts'

/** A part of the checkout: a line that says what is chosen, and opens to change it. */
export const SectionLine = ({
  section,
  labels,
  isOpen,
  isLacking,
  onToggle,
  children,
}: {
  readonly section: Section
  readonly labels: SectionLabels
  readonly isOpen: boolean
  /** Something of it has still to be filled in. */
  readonly isLacking: boolean
  /** Undefined: it can't be changed here. */
  readonly onToggle: (() => void) | undefined
  /** Its fields; drawn while it is open. */
  readonly children?: () => ReactNode
}) => {
  const t = useText('checkout')
  const id = useId()
  const { icon, name, title, note, act } = labels
  return (
    <section
      className={clsx(css.section, isLacking && !isOpen && css.lacking)}
      data-section={section}
      aria-labelledby={`${id}-name`}
    >
      <div className={css.line}>
        {icon}
        <h3 id={`${id}-name`} className={isOpen ? css.name : 'sr-only'}>
          {name}
        </h3>
        {!isOpen && (
          <p className={css.words}>
            <b className="clip">{title}</b>
            {note !== '' && <small className="clip small">{note}</small>}
          </p>
        )}
        {onToggle && (
          <Action
            kind="plain"
            className={css.act}
            aria-expanded={isOpen}
            aria-controls={isOpen ? `${id}-fields` : undefined}
            aria-label={t(isOpen ? 'checkout.foldNamed' : 'checkout.actNamed', { name, act })}
            onClick={onToggle}
          >
            {isOpen ? t('checkout.fold') : act}
          </Action>
        )}
      </div>
      {isOpen && children && (
        <div id={`${id}-fields`} data-fields>
          {children()}
        </div>
      )}
    </section>
  )
}
