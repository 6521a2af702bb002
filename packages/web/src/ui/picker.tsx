import { clsx } from 'clsx'
import { type ReactNode, useId, useState } from 'react'
import { Button } from './button.tsx'
import { ErrorState } from './error-state.tsx'
import { useLabels } from './labels.tsx'
import { Modal } from './modal.tsx'
import css from './picker.module.css'
import { SkeletonList } from './skeleton.tsx'
import { SearchBox } from './toolbar.tsx'

export interface PickerItem {
  readonly id: string
  readonly name: string
  readonly note?: string
  readonly picture?: ReactNode
  /** Why it can't be chosen; shown instead of the note. */
  readonly unavailable?: string | undefined
}

export interface PickerModalProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  readonly items: readonly PickerItem[]
  readonly state: 'loading' | 'ready' | 'failed'
  readonly failure?: { readonly title: string; readonly text?: string }
  readonly onRetry?: () => void
  readonly search: string
  readonly onSearch: (text: string) => void
  /** Ids chosen so far. */
  readonly chosen: readonly string[]
  /** One of them, or several. */
  readonly many?: boolean
  readonly onChoose: (ids: readonly string[]) => void
  readonly empty: ReactNode
  /** Says its result, e.g. with the count. */
  readonly confirmLabel?: (count: number) => string
}

/** Chooses among things the firm has: search, list, one button. */
export const PickerModal = (props: PickerModalProps) =>
  // Mounted anew each time it opens, so that it starts from what is chosen now.
  props.open ? <OpenPicker {...props} /> : null

const OpenPicker = (props: PickerModalProps) => {
  const labels = useLabels()
  const name = useId()
  const [marked, setMarked] = useState(props.chosen)
  const mark = (id: string) => {
    if (!props.many) setMarked([id])
    else setMarked(marked.includes(id) ? marked.filter((each) => each !== id) : [...marked, id])
  }
  return (
    <Modal
      open
      onClose={props.onClose}
      title={props.title}
      width={560}
      footer={
        <>
          <Button onClick={props.onClose}>{labels.cancel}</Button>
          <Button
            kind="primary"
            disabled={marked.length === 0 && props.chosen.length === 0}
            onClick={() => {
              props.onChoose(marked)
              props.onClose()
            }}
          >
            {props.confirmLabel?.(marked.length) ?? labels.ok}
          </Button>
        </>
      }
    >
      <div className={css.find}>
        <SearchBox label={labels.search} value={props.search} onChange={props.onSearch} />
      </div>
      <div className={css.list} role={props.many ? 'group' : 'radiogroup'} aria-label={props.title}>
        {props.state === 'loading' && <SkeletonList rows={4} />}
        {props.state === 'failed' && (
          <ErrorState title={props.failure?.title ?? ''} text={props.failure?.text} onRetry={props.onRetry} />
        )}
        {props.state === 'ready' && props.items.length === 0 && props.empty}
        {props.state === 'ready' &&
          props.items.map((item) => (
            <label key={item.id} className={css.item} data-disabled={item.unavailable !== undefined}>
              <input
                type={props.many ? 'checkbox' : 'radio'}
                name={name}
                checked={marked.includes(item.id)}
                disabled={item.unavailable !== undefined}
                onChange={() => mark(item.id)}
              />
              {item.picture}
              <span className="grow">
                <span className="name-line">{item.name}</span>
                <span className={clsx('caption', css.note)}>{item.unavailable ?? item.note}</span>
              </span>
            </label>
          ))}
      </div>
    </Modal>
  )
}
