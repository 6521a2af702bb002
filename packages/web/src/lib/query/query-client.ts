import { MutationCache, QueryClient } from '@tanstack/react-query'
import { CallError } from '../http/call-error.ts'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The screen shows the mutation's errors itself. */
      ownErrors?: boolean
    }
  }
}

/** Spec section 9: a window that comes back asks again at most this often, in ms. */
export const focusIntervalMs = 5000

/** Whether the user has seen the error already: from a handler of the transport, or a form's fields. */
export const isSent = (error: unknown): boolean =>
  error instanceof CallError && (error.handled || error.fields !== undefined)

/** `onFailure` shows a failed change to the user that nobody else shows. Retries are the transport's. */
export const createQueryClient = (onFailure: (error: Error) => void): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: focusIntervalMs, refetchOnWindowFocus: true, refetchOnReconnect: true },
      mutations: { retry: false },
    },
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (mutation.meta?.ownErrors !== true && !isSent(error)) onFailure(error)
      },
    }),
  })
