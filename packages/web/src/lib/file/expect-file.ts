import { type ErrorText, type ErrorTextWithValues, formatErrorText } from '@kaimai/contract/common/error-text.ts'
import { fileErrors } from '@kaimai/contract/common/file.errors.ts'
import { languageOf } from '@kaimai/contract/common/language.ts'
import { pictureFileProblem, pictureHeadBytes } from '@kaimai/contract/common/picture-file.rules.ts'
import { sheetFileProblem, sheetHeadBytes } from '@kaimai/contract/common/sheet-file.rules.ts'
import { CallError } from '../http/call-error.ts'
import { readPart, UnreadableFile } from './read-part.ts'

type Rule = (size: number, head: Uint8Array) => ErrorText | ErrorTextWithValues | undefined

const expectFile = async (file: Blob, headBytes: number, rule: Rule): Promise<void> => {
  const refused = (reason: ErrorText | ErrorTextWithValues) =>
    new CallError('invalid', 0, formatErrorText(reason, languageOf(document.documentElement.lang)))
  let head: Uint8Array
  try {
    head = await readPart(file, 0, Math.min(file.size, headBytes))
  } catch (error) {
    if (error instanceof UnreadableFile) throw refused(fileErrors.fileUnreadable)
    throw error
  }
  const reason = rule(file.size, head)
  if (reason) throw refused(reason)
}

/** Throws CallError `invalid` before anything is sent, in the words of the server, for what the server would refuse as a picture. */
export const expectPicture = (file: Blob): Promise<void> => expectFile(file, pictureHeadBytes, pictureFileProblem)

/** As `expectPicture`, for a sheet. */
export const expectSheet = (file: Blob): Promise<void> =>
  expectFile(file, sheetHeadBytes, (size, head) => sheetFileProblem(size, head))
