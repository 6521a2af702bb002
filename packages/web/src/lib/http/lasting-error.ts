import type { ErrorName } from '@kaimai/contract/common/error.ts'
import type { CallError } from './call-error.ts'

const lasting: ReadonlySet<ErrorName> = new Set(['invalid', 'conflict', 'noData', 'notFound', 'forbidden'])

/** Whether the same thing, sent once more, is refused again: only another thing helps, or somebody else. */
export const isLasting = ({ errorName }: CallError): boolean => lasting.has(errorName)
