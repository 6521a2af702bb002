import { useMediaQuery } from '@mantine/hooks'
import type { ComponentProps, ReactNode } from 'react'
import css from './form-section.module.css'
import { Modal } from './modal.tsx'

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
    <div className="part-head">
      <div className="grow">
        <h2>{title}</h2>
        {why !== undefined && <p className="lead-line">{why}</p>}
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

/** Whether the page is too narrow for a preview beside its form. */
export const useIsPreviewApart = (): boolean =>
  useMediaQuery('(max-width: 1100px)', undefined, { getInitialValueInEffect: false }) ?? false

export interface PreviewModalProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** The preview of a form that has no place beside it. */
export const PreviewModal = ({ title, onClose, children }: PreviewModalProps) => (
  <Modal open onClose={onClose} title={title} width={400}>
    <div className={css.apart}>{children}</div>
  </Modal>
)

/** All fields of a form, disabled together where they can only be read. */
export const FormFields = (props: Omit<ComponentProps<'fieldset'>, 'className'>) => <fieldset {...props} />
