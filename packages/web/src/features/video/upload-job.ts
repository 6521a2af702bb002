import type { ErrorText, ErrorTextWithValues } from '@kaimai/contract/common/error-text.ts'
import type { FilmFacts } from '@kaimai/contract/video/film-file.rules.ts'
import { filmEndings } from '@kaimai/contract/video/video.rules.ts'
import type { Clock } from '../../lib/clock/clock.ts'
import type { progressBoard } from '../../lib/progress/progress.ts'
import type { FrameRead } from './read-frame.ts'
import type { FileMark, UploadMemory } from './upload-memory.ts'
import type { UploadState } from './upload-plan.ts'
import type { UploadCalls } from './upload-run.ts'

/** Whether leaving the page would stop an upload (spec section 4). */
export const isUnderWay = ({ phase, progress }: Pick<Upload, 'phase' | 'progress'>): boolean =>
  phase !== 'failed' && progress > 0 && progress < 100

/** An upload as the panel shows it. */
export interface Upload {
  readonly id: string
  readonly fileName: string
  /** Bytes. */
  readonly fileSize: number
  /** `asking`: the firm has a video of this file already; `paused`: held back until it is continued. */
  readonly phase: 'reading' | 'asking' | 'waiting' | 'running' | 'paused' | 'failed'
  /** Of `asking`: what the file was made into before. */
  readonly twin: Twin | undefined
  /** The frame, once it was read. */
  readonly thumbnailUrl: string | undefined
  /** Seconds. */
  readonly duration: number | undefined
  /** 0 to 100. */
  readonly progress: number
  readonly bytesThrough: number
  readonly secondsLeft: number | undefined
  /** Goes on from an earlier visit. */
  readonly resumed: boolean
  readonly videoId: string | undefined
  /** Why it failed, in the user's language. */
  readonly problem: string | undefined
  /** Another try may help. */
  readonly mayRetry: boolean
}

/** A video that was made of the same file. */
export interface Twin {
  readonly name: string
  readonly createdAt: string
}

/** What the server has of a file already. */
export interface KnownFile {
  readonly unfinished: { readonly uuid: string } | null
  readonly twin: Twin | null
  /** Films that can't be copied as they are can be encoded there. */
  readonly encodes: boolean
}

/** What only the uploader knows, or words that browser and server share. */
export type UploadError = 'stuck' | 'otherFile' | ErrorText | ErrorTextWithValues

/** The messages of the upload manager in the user's language, wherever the user is by then. */
export interface UploadTexts {
  readonly error: (error: UploadError) => string
  readonly failed: (name: string, problem: string) => void
  readonly done: (name: string) => void
  readonly twice: (name: string) => void
}

/** What the calls of one upload need to know. */
export interface ChunkJob {
  readonly firmId: string
  readonly fileGuid: string
  readonly file: File
  /** Seconds. */
  readonly duration: number
  readonly thumbnail: Blob | undefined
  readonly fingerprint: string
}

export interface UploadManagerDeps {
  readonly clock: Clock
  readonly newId: () => string
  readonly memory: UploadMemory
  readonly board: Pick<typeof progressBoard, 'put' | 'remove'>
  /** Throws UnreadableFile, as `fingerprintOf` and the calls that send. */
  readonly readFilm: (file: Blob) => Promise<FilmFacts>
  readonly readFrame: (file: Blob) => Promise<FrameRead>
  readonly fingerprintOf: (file: Blob) => Promise<string>
  /** Throws CallError. */
  readonly known: (fingerprint: string, size: number) => Promise<KnownFile>
  readonly pictures: { readonly urlOf: (picture: Blob) => string; readonly release: (url: string) => void }
  readonly callsOf: (job: ChunkJob, signal: AbortSignal) => UploadCalls
  readonly removeVideo: (videoId: string) => Promise<unknown>
}

/** One file under way. */
export interface Job {
  readonly id: string
  readonly firmId: string
  readonly file: File
  readonly words: UploadTexts
  /** Called when the server's list of videos has changed. */
  readonly onChange: () => void
  /** It must go on with this upload and none else. */
  readonly expects: string | undefined
  /** 0 seconds and no picture where the browser can't show the film: the server finds both. */
  frame: { readonly duration: number; readonly thumbnail: Blob | undefined } | undefined
  /** Empty until it is read. */
  fingerprint: string
  film: FilmFacts | undefined
  state: UploadState
  abort: AbortController
  cancelled: boolean
  /** Sending was stopped by us, to go on later. */
  halted: boolean
  /** Nothing goes through: the upload goes on by itself once the network is back. */
  stuck: boolean
}

/** What files come with: whose they are, and what is said about them. */
export interface Added {
  readonly firmId: string
  readonly words: UploadTexts
  /** Called when the server's list of videos has changed. */
  readonly onChange: () => void
  /** The unfinished upload that the file belongs to. */
  readonly expects?: string | undefined
}

/** What the system's file dialog offers for an upload. */
export const filmTypes = ['video/mp4', 'video/quicktime', ...filmEndings].join(',')
export const isSame = (a: File, b: File) => a.name === b.name && a.size === b.size && a.lastModified === b.lastModified
export const markOf = ({ firmId, fingerprint, file }: Job): FileMark => ({ firmId, fingerprint, size: file.size })
export const bytesOf = ({ progress, fileSize }: UploadState) => Math.round((progress / 100) * fileSize)
