import { useMemo, useState } from 'react'
import type { CheckoutForm } from './form-context.ts'
import type { DraftField, FieldErrors } from './draft.ts'
import type { Section } from './sections.ts'
import type { Checkout } from './use-checkout.ts'

const inAll = (sections: readonly Section[], errorsOf: (section: Section) => FieldErrors): FieldErrors =>
  Object.assign({}, ...sections.map((section) => errorsOf(section)))

/**
 * The form of a checkout: an error is shown when its field was left, when its section was tried, or when the server found
 * it. `words`: what stands under a key of a text.
 */
export const useCheckoutForm = (checkout: Checkout, words: (key: string) => string) => {
  const { draft, change, serverErrors, errorsOf, sections } = checkout
  const [left, setLeft] = useState<ReadonlySet<DraftField | Section>>(new Set())
  const form = useMemo((): CheckoutForm => {
    const local = inAll(sections, errorsOf)
    const tried = inAll(
      sections.filter((section) => left.has(section)),
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
  }, [draft, change, left, serverErrors, errorsOf, sections, words])
  /** Shows what is missing in a section. */
  const trySection = (section: Section): void => setLeft((before) => new Set([...before, section]))
  return { form, trySection }
}
