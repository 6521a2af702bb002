import type { ErrorName } from '@kaimai/contract/common/error.ts'
import type { CallError } from './call-error.ts'

/** As isCallError, without the code of calls: for pages that fetch that code with their first call. */
export const isFailedCall = (error: unknown, name?: ErrorName): error is CallError =>
  error instanceof Error &&
  error.name === 'CallError' &&
  'errorName' in error &&
  (name === undefined || error.errorName === name)
