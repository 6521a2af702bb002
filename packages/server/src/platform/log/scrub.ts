import { safeUrl } from './safe-url.ts'

const hidden = '[hidden]'

/** Fields that are never logged, at any depth; case and dashes don't matter (setCookie, set-cookie, SET_COOKIE). */
const secretFields = [
  'authorization',
  'authorizationToken',
  'cookie',
  'cookies',
  'setCookie',
  'token',
  'accessToken',
  'csrf',
  'csrfToken',
  'xCsrfToken',
  'password',
  'newPassword',
  'secret',
  'orderKey',
  'viewerKey',
  'apiKey',
  'phone',
  'userPhone',
  'mobile',
  'email',
  'userEmail',
  'address',
  'realName',
  'cardNumber',
]
const names = secretFields.map((name) => name.replace(/[A-Z]/g, (letter) => `[-_]?${letter}`)).join('|')

const text = '"(?:[^"\\\\]|\\\\.)*"'
const flatList = '\\[[^[\\]{}]*\\]'
const flatObject = '\\{[^{}]*\\}'
const scalar = '[^"{}[\\],\\s]+'
const secretField = new RegExp(`"(${names})":(?:${text}|${flatList}|${flatObject}|${scalar})`, 'gi')
/** The same inside a text that itself holds JSON. */
const secretFieldInText = new RegExp(`\\\\"(${names})\\\\":\\s*\\\\".*?\\\\"`, 'gi')
const secretInQuery = new RegExp(`([?&](?:${names}|key|userId)=)(?!…)[^\\s"&\\\\]+`, 'gi')
const pageUrl = /(?:\b(?:https?|rediss?|postgres(?:ql)?|smtps?):\/\/|\/(?:stream|auth\/reset|order)\/)[^\s"'<>\\]+/gi
const credentials = /\b(Bearer|Basic) [\w.~+/=-]{8,}/gi
const email = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g
// A bare 886… could be a JSON number, whose place a word can't take.
const phone = /(?<![\w.])(?:\+\d{9,15}|09\d{2}-?\d{3}-?\d{3}|(?<=["\s(])886-?9\d{2}-?\d{3}-?\d{3})(?!\w)/g

/** A finished log line (JSON) without tokens, keys and persons, whatever way they took into it. It stays JSON. */
export const scrub = (line: string): string =>
  line
    .replace(secretField, `"$1":"${hidden}"`)
    .replace(secretFieldInText, `\\"$1\\":\\"${hidden}\\"`)
    .replace(credentials, `$1 ${hidden}`)
    .replace(pageUrl, safeUrl)
    .replace(secretInQuery, `$1${hidden}`)
    .replace(email, hidden)
    .replace(phone, hidden)
