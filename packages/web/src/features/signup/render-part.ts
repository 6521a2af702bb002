import type { ReactNode } from 'react'
import type { SignupFields } from './form-values.ts'

/** A part of the page that shows one field. */
export type RenderPart = (field: keyof SignupFields, content: ReactNode) => ReactNode
