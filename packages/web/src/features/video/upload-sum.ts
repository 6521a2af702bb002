import type { Upload } from './upload-job.ts'

/** All uploads together: those that have failed or wait for an answer don't count. */
export const sumOfUploads = (uploads: readonly Upload[]) => {
  const counted = uploads.filter(({ phase }) => phase !== 'failed' && phase !== 'asking')
  const sum = (of: (upload: Upload) => number) => counted.reduce((all, upload) => all + of(upload), 0)
  const left = (upload: Upload) => upload.fileSize - upload.bytesThrough
  const running = counted.find(({ phase }) => phase === 'running')
  const bytesPerSecond = running?.secondsLeft ? left(running) / running.secondsLeft : undefined
  const coming = counted.filter(({ phase }) => phase !== 'paused').reduce((all, upload) => all + left(upload), 0)
  return {
    files: counted.length,
    bytesThrough: sum(({ bytesThrough }) => bytesThrough),
    bytes: sum(({ fileSize }) => fileSize),
    /** Of all that isn't paused, at the rate of the one at work. */
    secondsLeft: bytesPerSecond === undefined ? undefined : coming / bytesPerSecond,
  }
}
