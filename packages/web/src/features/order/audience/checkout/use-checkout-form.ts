import { useMemo, useState } from 'react'
import type { CheckoutForm } from './form-context.ts'
import type { DraftField, FieldErrors } from './draft.ts'
import type { Step } from './steps.ts'
import type { Checkout } from './use-checkout.ts'

const inAll = (steps: readonly Step[], errorsOf: (step: Step) => FieldErrors): FieldErrors =>
  Object.assign({}, ...steps.map((step) => errorsOf(step)))

/**
 * The form of a checkout: an error is shown when its field was left, when its step was tried, or when the server found
 * it. `words`: what stands under a key of a text.
 */
export const useCheckoutForm = (checkout: Checkout, words: (key: string) => string) => {
  const { draft, change, serverErrors, errorsOf, steps } = checkout
  const [left, setLeft] = useState<ReadonlySet<DraftField | Step>>(new Set())
  const form = useMemo((): CheckoutForm => {
    const local = inAll(steps, errorsOf)
    const tried = inAll(
      steps.filter((step) => left.has(step)),
      errorsOf,
    )
    return {
      draft,
      change,
      leave: (field) => setLeft((before) => new Set([...before, field])),
      errorOf: (field) => {
        const server = serverErrors[field]
        if (server !== undefined) return server
        const key = tried[field] ?? (left.has(field) && draft[field] !== '' ? local[field] : undefined)
        return key === undefined ? undefined : words(key)
      },
    }
  }, [draft, change, left, serverErrors, errorsOf, steps, words])
  /** Shows what is missing in a step. */
  const tryStep = (step: Step): void => setLeft((before) => new Set([...before, step]))
  return { form, tryStep }
}
