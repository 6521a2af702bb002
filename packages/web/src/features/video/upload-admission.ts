import { fileErrors } from '@kaimai/contract/common/file.errors.ts'
import { type FilmFacts, filmProblem } from '@kaimai/contract/video/film-file.rules.ts'
import { videoErrors } from '@kaimai/contract/video/video.errors.ts'
import { uploadLimits } from '@kaimai/contract/video/video.rules.ts'
import { UnreadableFile } from '../../lib/file/read-part.ts'
import type { FrameRead } from './read-frame.ts'
import type { Job, KnownFile, UploadError, UploadManagerDeps } from './upload-job.ts'

const unlessUnreadable = async <T>(work: Promise<T>): Promise<T | undefined> => {
  try {
    return await work
  } catch (error) {
    if (error instanceof UnreadableFile) return undefined
    throw error
  }
}

interface Refused {
  readonly error: UploadError
}

/** What a chosen file holds, or why it must not be sent: asked before anything is, by the rule that the server has too. */
export const readChosen = async (
  file: File,
  deps: Pick<UploadManagerDeps, 'readFilm' | 'readFrame'>,
): Promise<Refused | { readonly film: FilmFacts; readonly frame: Exclude<FrameRead, { kind: 'tooShort' }> }> => {
  if (file.size > uploadLimits.fileBytes) return { error: videoErrors.videoTooLarge }
  const film = await unlessUnreadable(deps.readFilm(file))
  if (!film) return { error: fileErrors.fileUnreadable }
  // What the server can do is not known yet.
  const error = filmProblem(film, { encodes: true })
  if (error) return { error }
  const frame = await deps.readFrame(file)
  return frame.kind === 'tooShort' ? { error: videoErrors.videoTooShort } : { film, frame }
}

/** What the server has of a file by its content. A server that doesn't answer knows nothing. */
export const recognise = async (
  { file, film, firmId, expects }: Pick<Job, 'file' | 'film' | 'firmId' | 'expects'>,
  { fingerprintOf, known, memory }: Pick<UploadManagerDeps, 'fingerprintOf' | 'known' | 'memory'>,
): Promise<
  Refused | { readonly fingerprint: string; readonly uuid: string | undefined; readonly twin: KnownFile['twin'] }
> => {
  const fingerprint = await unlessUnreadable(fingerprintOf(file))
  if (fingerprint === undefined) return { error: fileErrors.fileUnreadable }
  const answer = await known(fingerprint, file.size).catch(() => undefined)
  const error = film && filmProblem(film, { encodes: answer?.encodes ?? true })
  if (error) return { error }
  const uploads = [memory.find({ firmId, fingerprint, size: file.size }), answer?.unfinished?.uuid]
  if (expects !== undefined && !uploads.includes(expects)) return { error: 'otherFile' }
  return { fingerprint, uuid: expects ?? uploads.find((uuid) => uuid !== undefined), twin: answer?.twin ?? null }
}

/** Whether a file is still what it was when it was chosen. */
export const isUnchanged = async (
  { file, fingerprint }: Pick<Job, 'file' | 'fingerprint'>,
  { fingerprintOf }: Pick<UploadManagerDeps, 'fingerprintOf'>,
): Promise<boolean> => (await unlessUnreadable(fingerprintOf(file))) === fingerprint
