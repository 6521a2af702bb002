import type { Language, Texts } from './language.ts'

/**
 * Why something was refused, in words a merchant or a viewer understands. Each slug declares its own in
 * `<slug>.errors.ts`; a schema names one with `because(text)`, the edge turns the name into the caller's language.
 */
export interface ErrorText extends Texts {
  readonly name: string
}

export interface ErrorTextWithValues {
  readonly reason: ErrorText
  readonly values: Readonly<Record<string, string | number>>
}

const known = new Map<string, ErrorText>()

/** Declares error texts. Texts may hold {{value}} places. Throws when a name is declared twice. */
export const defineErrorTexts = <T extends Record<string, Texts>>(texts: T): { readonly [K in keyof T]: ErrorText } => {
  const reasons: Record<string, ErrorText> = {}
  for (const [name, text] of Object.entries(texts)) {
    if (known.has(name)) throw new Error(`reason declared twice: ${name}`)
    const reason = { name, ...text }
    known.set(name, reason)
    reasons[name] = reason
  }
  return reasons as { readonly [K in keyof T]: ErrorText }
}

export const withValues = (reason: ErrorText, values: Record<string, string | number>): ErrorTextWithValues => ({
  reason,
  values,
})

const mark = '@reason:'

/** The message to give to a schema check: `z.string().min(1, because(errors.required))`. */
export const because = (reason: ErrorText): string => mark + reason.name

/** The same with values, for `addIssue` of a schema: its message and what stands in its places. */
export const becauseOf = ({ reason, values }: ErrorTextWithValues) => ({
  message: because(reason),
  params: { ...values },
})

/** The reason a schema's message names, if it names one. */
export const errorTextOfMessage = (message: string): ErrorText | undefined =>
  message.startsWith(mark) ? known.get(message.slice(mark.length)) : undefined

export const formatErrorText = (text: ErrorText | ErrorTextWithValues, language: Language): string => {
  if (!('reason' in text)) return text[language]
  return text.reason[language].replace(/\{\{(\w+)\}\}/g, (place, key: string) => String(text.values[key] ?? place))
}

/** The reason of a schema's check, with the values that the check gave as its `params`. */
export const errorTextOfCheck = (issue: {
  readonly message: string
  readonly params?: Readonly<Record<string, string | number>> | undefined
}): ErrorText | ErrorTextWithValues | undefined => {
  const reason = errorTextOfMessage(issue.message)
  return reason === undefined || issue.params === undefined ? reason : withValues(reason, { ...issue.params })
}

/** Reasons that any field may have. */
export const common = defineErrorTexts({
  required: { 'zh-TW': '請填寫此欄位', en: 'Please fill in this field' },
  tooLong: { 'zh-TW': '內容太長', en: 'This is too long' },
  tooManyPictures: { 'zh-TW': '圖片太多，最多 12 張', en: 'Too many images. Use 12 or fewer' },
  tooShort: { 'zh-TW': '內容太短', en: 'This is too short' },
  tooSmall: { 'zh-TW': '數字太小', en: 'This number is too small' },
  tooBig: { 'zh-TW': '數字太大', en: 'This number is too large' },
  wrongFormat: { 'zh-TW': '格式不正確', en: 'The format isn’t valid' },
  wholeNumber: { 'zh-TW': '請填整數', en: 'Enter a whole number' },
  numberUnclear: {
    'zh-TW': '「{{typed}}」可以讀成 {{first}} 或 {{second}}，請改成沒有逗號的寫法',
    en: '“{{typed}}” could mean {{first}} or {{second}}. Write it without a comma',
  },
  numberShortened: {
    'zh-TW':
      '試算表把號碼縮短成「{{typed}}」，後面的數字已經遺失。請用原本的檔案，或把這一欄的格式改成「文字」後重新填寫',
    en: 'A spreadsheet shortened this number to “{{typed}}”, so its last digits are lost. Use the original file, or format the column as text and enter the number again',
  },
  wrongChoice: { 'zh-TW': '請從選項中選擇', en: 'Choose one of the options' },
  unknownField: { 'zh-TW': '不認得這個欄位', en: 'Unknown field' },
  emailLocalNotAscii: {
    'zh-TW': '電子郵件 @ 前面只能有英文字母、數字和符號，中文等其他文字寄不到',
    en: 'Use only English letters, numbers, and symbols before the @. Most mail servers can’t deliver to other characters',
  },
  wrongEmail: { 'zh-TW': '請填寫正確的電子郵件', en: 'Please fill in your correct email' },
  wrongPhone: { 'zh-TW': '請填寫正確的電話號碼', en: 'Please fill in your correct phone number' },
  phoneExtension: {
    'zh-TW': '這裡請只填電話號碼，不要加分機',
    en: 'Enter the phone number without its extension',
  },
  wrongTime: { 'zh-TW': '時間不正確', en: 'This time isn’t valid' },
  nameNotPlain: {
    'zh-TW': '姓名請不要填網址、電子郵件或電話號碼；句點後面請空一格',
    en: 'Enter a name without a web address, email address, or phone number. Put a space after a period',
  },
  grantExpired: {
    'zh-TW': '確認已逾時，請再確認一次',
    en: 'This confirmation has expired. Please confirm again',
  },
  keyUsedTwice: {
    'zh-TW': '這個 Idempotency-Key 已用於另一個內容不同的請求',
    en: 'This Idempotency-Key was already used for a different request',
  },
  notJson: { 'zh-TW': '送出的內容無法讀取', en: 'We couldn’t read the request' },
})
