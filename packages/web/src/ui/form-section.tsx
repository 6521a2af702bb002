import type { ReactNode } from 'react'
import css from './form-section.module.css'

export interface FormSectionProps {
  readonly title: string
  /** One sentence on why the shop gives this. */
  readonly why?: ReactNode
  /** For links to the section (`#sessions`). */
  readonly id?: string
  readonly action?: ReactNode
  readonly children: ReactNode
}

export const FormSection = ({ title, why, id, action, children }: FormSectionProps) => (
  <section className={css.section} id={id}>
    <div className={css.head}>
      <div>
        <h2>{title}</h2>
        {why !== undefined && <p className={css.why}>{why}</p>}
      </div>
      {action}
    </div>
    <div className="stack">{children}</div>
  </section>
)

/** Two fields side by side, one below the other on phones. */
export const TwoColumns = ({ children }: { children: ReactNode }) => <div className={css.two}>{children}</div>

/** The page of a form (route layout `full`): fields at the left, what the public will see at the right. */
export const FormWithPreview = ({ children, preview }: { children: ReactNode; preview?: ReactNode }) =>
  preview === undefined ? (
    <div className={css.form}>{children}</div>
  ) : (
    <div className={css.duo}>
      <div className={css.form}>{children}</div>
      <aside className={css.view}>
        <div>{preview}</div>
      </aside>
    </div>
  )
