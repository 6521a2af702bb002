import { exportProgressType, type ExportProgress } from '@kaimai/contract/common/sheet.ts'

const newline = 10

const progressIn = (line: string): ExportProgress | undefined => {
  try {
    const { done, total } = JSON.parse(line)
    return typeof done === 'number' && typeof total === 'number' ? { done, total } : undefined
  } catch {
    return undefined
  }
}

/** Reads an export that says how far it is: lines of progress, an empty line, then the file. */
export const readExport = async (
  answer: Response,
  type: string,
  onProgress: (progress: ExportProgress) => void,
): Promise<Blob> => {
  const isProgressive = answer.headers.get('content-type')?.startsWith(exportProgressType) === true
  if (!answer.body || !isProgressive) return answer.blob()
  const decoder = new TextDecoder()
  const file: BlobPart[] = []
  let head = new Uint8Array()
  let isFile = false
  for (const reader = answer.body.getReader(); ; ) {
    const { value, done } = await reader.read()
    if (done) break
    if (isFile) {
      file.push(value)
      continue
    }
    const rest = new Uint8Array(head.length + value.length)
    rest.set(head)
    rest.set(value, head.length)
    let from = 0
    for (let end = rest.indexOf(newline); end >= 0 && !isFile; end = rest.indexOf(newline, from)) {
      const line = decoder.decode(rest.subarray(from, end))
      from = end + 1
      if (line === '') isFile = true
      else {
        const progress = progressIn(line)
        if (progress) onProgress(progress)
      }
    }
    head = rest.slice(from)
    if (isFile && head.length > 0) file.push(head)
  }
  if (!isFile) throw new TypeError('the export ended early')
  return new Blob(file, { type })
}
