import { type ReactNode, useId } from 'react'
import type { CallError } from '../../../lib/http/call-error.ts'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { Action } from '../../../ui/audience/action.tsx'
import css from './partner-page.module.css'
import type { Loaded } from './use-loaded.ts'

/** A part of the page with its heading. */
export const Section = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => {
  const id = useId()
  return (
    <section className={css.card} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

export const Failure = ({ error, onRetry }: { readonly error: CallError; readonly onRetry: () => void }) => {
  const t = useText('partner')
  return (
    <div className={css.failure} role="alert">
      <p>{error.message}</p>
      <Action kind="quiet" onClick={onRetry}>
        {t('retry')}
      </Action>
    </div>
  )
}

export const Bones = ({ label }: { readonly label: string }) => (
  <div className={css.bones} role="status" aria-label={label}>
    <i />
    <i />
    <i />
  </div>
)

/** What has come, or that it is on its way, failed, or is nothing yet. */
export const WhenLoaded = <T,>({
  loaded: { data, error, reload },
  isEmpty,
  empty,
  children,
}: {
  readonly loaded: Loaded<T>
  readonly isEmpty: (data: T) => boolean
  /** Said where there is nothing. */
  readonly empty: string
  readonly children: (data: T) => ReactNode
}) => {
  const t = useText('partner')
  if (data === undefined)
    return error === undefined ? <Bones label={t('loading')} /> : <Failure error={error} onRetry={reload} />
  return isEmpty(data) ? <p className={css.empty}>{empty}</p> : children(data)
}
