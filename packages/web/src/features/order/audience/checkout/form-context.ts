import { createContext, useContext } from 'react'
import type { Draft, DraftField } from './draft.ts'

/** The checkout's form, for its fields. */
export interface CheckoutForm {
  readonly draft: Draft
  readonly change: (part: Partial<Draft>) => void
  /** What is wrong with a field, in words; undefined while nothing is, or the buyer has not come to it yet. */
  readonly errorOf: (field: DraftField) => string | undefined
  /** The buyer has left the field. */
  readonly leave: (field: DraftField) => void
}

const FormContext = createContext<CheckoutForm | undefined>(undefined)
export const FormProvider = FormContext

export const useForm = (): CheckoutForm => {
  const form = useContext(FormContext)
  if (!form) throw new Error('FormProvider is missing')
  return form
}
