import type { EditConflict } from './edit-version.ts'
import type { Texts } from './language.ts'
import type { ErrorText, ErrorTextWithValues } from './error-text.ts'

/** What the browser does with an error (spec section 8). */
export type ClientMove = 'autoLogin' | 'logout' | 'notFoundPage' | 'retry' | 'toast' | 'fields'

interface ErrorRow {
  /** Number on the wire. */
  readonly code: number
  /** HTTP status. */
  readonly status: number
  /** Whether the same call may succeed when sent again unchanged. */
  readonly retry: boolean
  readonly client: ClientMove
  readonly message: Texts
}

/**
 * The one error table: the server throws by name, the web reads the same row. 2, 3, 5, 12, 13, 14 and 16 are the
 * spec's; the others are ours (design.md, Contract).
 */
export const errorTable = {
  internal: {
    code: 0,
    status: 500,
    retry: false,
    client: 'toast',
    message: { 'zh-TW': '系統發生錯誤，請稍後再試', en: 'Something went wrong on our side. Please try again later' },
  },
  invalid: {
    code: 1,
    status: 400,
    retry: false,
    client: 'fields',
    message: { 'zh-TW': '有些欄位需要修正', en: 'Some fields need fixing' },
  },
  forbidden: {
    code: 2,
    status: 403,
    retry: false,
    client: 'toast',
    message: {
      'zh-TW': '權限不足，請聯絡帳號管理員',
      en: 'You don’t have permission. Contact your account admin',
    },
  },
  signedOut: {
    code: 3,
    status: 401,
    retry: false,
    client: 'logout',
    message: { 'zh-TW': '登入已失效，請重新登入', en: 'Your session has ended. Please log in again' },
  },
  wrongCredentials: {
    code: 4,
    status: 401,
    retry: false,
    client: 'toast',
    message: { 'zh-TW': '帳號或密碼不正確', en: 'Incorrect account or password' },
  },
  notFound: {
    code: 5,
    status: 404,
    retry: false,
    client: 'notFoundPage',
    message: { 'zh-TW': '找不到這個頁面或資料', en: 'Page or record not found' },
  },
  conflict: {
    code: 6,
    status: 409,
    retry: false,
    client: 'toast',
    message: {
      'zh-TW': '資料已被更動，請重新整理後再試',
      en: 'This was changed by someone else. Refresh the page and try again',
    },
  },
  tooManyRequests: {
    code: 7,
    status: 429,
    retry: false,
    client: 'toast',
    message: { 'zh-TW': '操作太頻繁，請稍後再試', en: 'Too many requests. Wait a moment and try again' },
  },
  balanceTooLow: {
    code: 8,
    status: 402,
    retry: false,
    client: 'toast',
    message: { 'zh-TW': '餘額不足，請先加值', en: 'Your balance is too low. Top up first' },
  },
  tooLarge: {
    code: 9,
    status: 413,
    retry: false,
    client: 'toast',
    message: { 'zh-TW': '內容或檔案太大', en: 'The content or file is too large' },
  },
  soldOut: { code: 10, status: 409, retry: false, client: 'toast', message: { 'zh-TW': '已售完', en: 'Sold out' } },
  gone: {
    code: 11,
    status: 410,
    retry: false,
    client: 'toast',
    message: { 'zh-TW': '這個連結已經失效', en: 'This link is no longer valid' },
  },
  sessionReplaced: {
    code: 12,
    status: 401,
    retry: false,
    client: 'logout',
    message: { 'zh-TW': '此帳號已在其他裝置登入', en: 'This account was logged in on another device' },
  },
  noData: {
    code: 13,
    status: 404,
    retry: false,
    client: 'toast',
    message: { 'zh-TW': '查無資料', en: 'No data found' },
  },
  busy: {
    code: 14,
    status: 503,
    retry: true,
    client: 'retry',
    message: { 'zh-TW': '系統忙碌中，請稍候', en: 'The system is busy. Please wait a moment' },
  },
  diskFull: {
    code: 15,
    status: 507,
    retry: false,
    client: 'toast',
    message: {
      'zh-TW': '系統儲存空間不足，這次沒有成功，請稍後再試',
      en: 'We’re out of storage space, so this wasn’t saved. Try again later',
    },
  },
  sessionExpired: {
    code: 16,
    status: 401,
    retry: true,
    client: 'autoLogin',
    message: { 'zh-TW': '登入已過期', en: 'Your session has expired' },
  },
} as const satisfies Record<string, ErrorRow>

export type ErrorName = keyof typeof errorTable

const namesByCode = new Map<number, ErrorName>(
  Object.entries(errorTable).map(([name, row]) => [row.code, name as ErrorName]),
)

/** The row's name for a code seen on the wire; unknown codes read as internal. */
export const errorNameOf = (code: number): ErrorName => namesByCode.get(code) ?? 'internal'

export const errorRow = (name: ErrorName): ErrorRow => errorTable[name]

export type FieldErrors = Readonly<Record<string, ErrorText | ErrorTextWithValues>>

/** An expected error: everything else that is thrown is a bug and is answered with the fixed text of `internal`. */
export class KaimaiError extends Error {
  declare readonly errorName: ErrorName
  declare readonly reason: ErrorText | ErrorTextWithValues | undefined
  declare readonly fields: FieldErrors | undefined
  /** Facts for the log and for `retry-after`; never shown as they are. */
  declare readonly details: Readonly<Record<string, string | number>> | undefined
  /** What changed since the version that a refused save was made from. */
  declare readonly conflict: EditConflict | undefined
  constructor(errorName: ErrorName, options: FailOptions = {}) {
    super(
      `${errorName}${options.reason ? `: ${'reason' in options.reason ? options.reason.reason.name : options.reason.name}` : ''}`,
    )
    this.name = 'KaimaiError'
    this.errorName = errorName
    this.reason = options.reason
    this.fields = options.fields
    this.details = options.details
    this.conflict = options.conflict
  }
  get retry(): boolean {
    return errorTable[this.errorName].retry
  }
}

export interface FailOptions {
  /** A better message than the table's. */
  readonly reason?: ErrorText | ErrorTextWithValues
  /** Per field path (`sessions.0.capacity`), what is wrong with it. */
  readonly fields?: FieldErrors
  readonly details?: Readonly<Record<string, string | number>>
  readonly conflict?: EditConflict
}

/** Makes the error to throw: `throw fail('noData')`, `throw fail('invalid', { fields: { phone: common.wrongPhone } })`. */
export const fail = (name: ErrorName, options?: FailOptions): KaimaiError => new KaimaiError(name, options)

/** The error body on the wire. */
export interface ErrorBody {
  readonly error: {
    readonly code: number
    readonly name: ErrorName
    readonly message: string
    readonly fields?: Readonly<Record<string, string>>
    /** Of a save that was refused because somebody else saved meanwhile. */
    readonly conflict?: EditConflict
  }
}
