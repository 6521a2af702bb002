import type { EditConflict } from '@kaimai/contract/common/edit-version.ts'
import { type ErrorName, errorNameOf, errorTable } from '@kaimai/contract/common/error.ts'
import type { Language, Texts } from '@kaimai/contract/common/language.ts'

const unreachable: Texts = {
  'zh-TW': '連不上伺服器，請檢查網路後再試',
  en: 'The server could not be reached. Please check your connection and try again',
}

/** Of a refusal that names no reason: the table's words speak of fields, which nobody named. */
const unreadable: Texts = { 'zh-TW': '送出的內容無法讀取', en: 'We couldn’t read the request' }

/**
 * Why a call failed, as a row of the contract's error table. Its fields are declared alone: fields with values would bring
 * helpers of the compiler along, for browsers that don't know them.
 */
export class CallError extends Error {
  declare readonly errorName: ErrorName
  /** The table's code. */
  declare readonly code: number
  /** HTTP status; 0 when no answer came. */
  declare readonly status: number
  /** Per field path, what is wrong with it, in the user's language. */
  declare readonly fields: Readonly<Record<string, string>> | undefined
  /** Of a save that somebody else was faster with: what is there now. */
  declare readonly conflict: EditConflict | undefined
  /** Whether a handler of the app has already shown it to the user. */
  declare handled: boolean
  constructor(
    errorName: ErrorName,
    status: number,
    message: string,
    fields?: Readonly<Record<string, string>>,
    conflict?: EditConflict,
  ) {
    super(message)
    this.name = 'CallError'
    this.errorName = errorName
    this.code = errorTable[errorName].code
    this.status = status
    this.fields = fields
    this.conflict = conflict
    this.handled = false
  }
}

export const isCallError = (error: unknown, name?: ErrorName): error is CallError =>
  error instanceof CallError && (name === undefined || error.errorName === name)

/** A call that was answered with an error is decided: the next try is a new call. Without an answer nobody knows. */
export const isKnownError = (error: unknown): error is CallError =>
  isCallError(error) && error.errorName !== 'busy' && error.errorName !== 'internal'

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const fieldsOf = (value: unknown): Record<string, string> | undefined => {
  if (!isRecord(value)) return undefined
  const fields = Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return fields.length > 0 ? Object.fromEntries(fields) : undefined
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const conflictOf = (value: unknown): EditConflict | undefined => {
  if (!isRecord(value) || typeof value.version !== 'number' || !Array.isArray(value.fields)) return undefined
  const fields = value.fields.flatMap((each: unknown) =>
    isRecord(each) && typeof each.field === 'string' ? [{ field: each.field, now: each.now }] : [],
  )
  const { version, changedBy, changedAt } = value
  return { version, changedBy: textOrNull(changedBy), changedAt: textOrNull(changedAt), fields }
}

/** What answers mean that hold no error of ours: something between here and the server refused, for good or for now. */
const byStatus: Readonly<Record<number, ErrorName>> = {
  400: 'invalid',
  413: 'tooLarge',
  415: 'invalid',
  422: 'invalid',
  429: 'tooManyRequests',
  503: 'busy',
}

/** The error that an answer outside 2xx stands for; `body` is its parsed JSON, or undefined when it held none. */
export const errorOfAnswer = (status: number, body: unknown, language: Language): CallError => {
  const errorBody = isRecord(body) && isRecord(body.error) ? body.error : undefined
  const name =
    errorBody && typeof errorBody.code === 'number' ? errorNameOf(errorBody.code) : (byStatus[status] ?? 'internal')
  const message =
    errorBody && typeof errorBody.message === 'string' && errorBody.message !== '' ? errorBody.message : undefined
  const isNamed = errorBody !== undefined || name !== 'invalid'
  const words = message ?? (isNamed ? errorTable[name].message : unreadable)[language]
  return new CallError(name, status, words, fieldsOf(errorBody?.fields), conflictOf(errorBody?.conflict))
}

/** No answer came at all: counts as busy, says that the server could not be reached. */
export const errorOfNoAnswer = (language: Language): CallError => new CallError('busy', 0, unreachable[language])
