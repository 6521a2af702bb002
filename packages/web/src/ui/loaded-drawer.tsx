import type { ReactNode } from 'react'
import { ErrorState } from './error-state.tsx'
import { Drawer } from './modal.tsx'
import { SkeletonForm } from './skeleton.tsx'

/** What a query answers. */
interface Loaded<T> {
  readonly data: T | undefined
  readonly error: Error | null
  readonly isError: boolean
  readonly refetch: () => unknown
}

interface LoadedDrawerProps<T> {
  readonly query: Loaded<T>
  readonly title: (data: T) => string
  /** The title until the data is here. */
  readonly loading: string
  /** Pixels. */
  readonly width: number
  /** How many fields the skeleton has. */
  readonly fields: number
  readonly footer?: ((data: T) => ReactNode) | undefined
  readonly onClose: () => void
  readonly children: (data: T) => ReactNode
}

/** A record beside its list: its skeleton while it loads, a retry if it can't be had. */
export const LoadedDrawer = <T,>({ query, title, loading, width, fields, ...props }: LoadedDrawerProps<T>) => {
  const { data, error, isError, refetch } = query
  const footer = data === undefined ? undefined : props.footer?.(data)
  return (
    <Drawer
      open
      onClose={props.onClose}
      title={data === undefined ? loading : title(data)}
      width={width}
      footer={footer || undefined}
    >
      {data !== undefined ? (
        props.children(data)
      ) : isError ? (
        <ErrorState title={error?.message ?? ''} onRetry={() => void refetch()} />
      ) : (
        <SkeletonForm fields={fields} />
      )}
    </Drawer>
  )
}
