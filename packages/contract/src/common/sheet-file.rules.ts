import { type ErrorText, type ErrorTextWithValues, withValues } from './error-text.ts'
import { sheetErrors } from './sheet.errors.ts'
import { sheetLimits } from './sheet.ts'

/** So many bytes of a file's begin say whether it may be a sheet. */
export const sheetHeadBytes = 4096

const begins = (head: Uint8Array, ...bytes: number[]): boolean => bytes.every((byte, at) => head[at] === byte)

const isZip = (head: Uint8Array): boolean => begins(head, 0x50, 0x4b)
/** A workbook of old, or one with a password. */
const isOldExcel = (head: Uint8Array): boolean => begins(head, 0xd0, 0xcf)
const isPdf = (head: Uint8Array): boolean => begins(head, 0x25, 0x50, 0x44, 0x46)
/** Text of two bytes a letter without its mark: Latin letters in it have empty bytes, all on one side. */
const isWideText = (head: Uint8Array): boolean => {
  const charset = head.indexOf(0) % 2 === 1 ? 'utf-16le' : 'utf-16be'
  // What is cut in two at the end is waited for, and no fault.
  const text = new TextDecoder(charset).decode(head, { stream: true })
  return !/[\p{Cn}\p{Co}\uFFFD]|[^\P{Cc}\t\r\n]/u.test(text)
}

/** Text of two bytes a letter says so, or can be told by its letters; any other text has no empty bytes. */
const isText = (head: Uint8Array): boolean =>
  begins(head, 0xff, 0xfe) || begins(head, 0xfe, 0xff) || !head.includes(0) || isWideText(head)

/**
 * Why a file can't be taken as a sheet, by its size in bytes and its first `sheetHeadBytes` bytes; undefined when nothing
 * speaks against it: whether its rows can be read, only reading them says.
 */
export const sheetFileProblem = (
  size: number,
  head: Uint8Array,
  limit: number = sheetLimits.bytes,
): ErrorText | ErrorTextWithValues | undefined => {
  if (size === 0) return sheetErrors.sheetEmpty
  if (isOldExcel(head)) return sheetErrors.sheetOldExcel
  if (isPdf(head) || (!isZip(head) && !isText(head.subarray(0, sheetHeadBytes)))) return sheetErrors.sheetUnreadable
  return size > limit ? withValues(sheetErrors.sheetTooBig, { megabytes: Math.floor(limit / 1024 / 1024) }) : undefined
}
