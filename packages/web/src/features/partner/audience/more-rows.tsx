import { Action } from '../../../ui/audience/action.tsx'
import { FieldError } from '../../../ui/audience-field.tsx'
import type { LoadedPages } from './use-loaded.ts'

/** Below a list: fetches its next page, and says when that failed. */
export const MoreRows = ({
  more,
  isBusy,
  error,
  label,
}: Pick<LoadedPages<unknown>, 'more' | 'isBusy' | 'error'> & { readonly label: string }) =>
  more && (
    <div className="stack-s">
      {error !== undefined && <FieldError text={error.message} />}
      <Action kind="quiet" busy={isBusy} onClick={more}>
        {label}
      </Action>
    </div>
  )
