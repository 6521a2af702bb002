import { chunkBytes, progressOf, uploadErrorLimit } from '@kaimai/contract/video/video.rules.ts'

/** How far the upload of one file is (spec section 4). Offsets are in bytes. */
export interface UploadState {
  /** Names the upload at the server. */
  readonly fileGuid: string
  readonly fileSize: number
  readonly chunkCount: number
  /** Chunks that the server has confirmed. */
  readonly held: ReadonlySet<number>
  /** Chunks that are through. */
  readonly counter: number
  /** Where the chunk to send next begins, and the first byte after it. */
  readonly beginingOfTheChunk: number
  readonly endOfTheChunk: number
  /** 0 to 100. */
  readonly progress: number
  /** Since the upload last (re)started. */
  readonly errors: number
  /** Restarts since a chunk last went through. */
  readonly standstills: number
  /** Before sending, the server is asked what it holds. */
  readonly asks: boolean
  readonly finished: boolean
}

/** A chunk to be sent; the last carries finished=true, whatever else the server still lacks. */
export interface ChunkToSend {
  readonly chunk: number
  readonly offset: number
  readonly end: number
  readonly finished: boolean
}

/** After so many restarts without a single chunk going through, sending stops until someone asks for it again. */
export const standstillLimit = 3

/** The first chunk that is not held; the last one is sent even if it is, for it ends the upload. */
const nextChunk = (chunkCount: number, held: ReadonlySet<number>): number => {
  for (let chunk = 0; chunk < chunkCount - 1; chunk++) if (!held.has(chunk)) return chunk
  return chunkCount - 1
}

const placed = (state: UploadState, held: ReadonlySet<number>): UploadState => {
  const { chunkCount, fileSize } = state
  const chunk = nextChunk(chunkCount, held)
  const counter = [...held].filter((each) => each < chunkCount - 1).length
  return {
    ...state,
    held,
    counter,
    beginingOfTheChunk: chunk * chunkBytes,
    endOfTheChunk: Math.min(fileSize, (chunk + 1) * chunkBytes),
    progress: progressOf(counter, chunkCount),
  }
}

/** `known`: the server may hold some of it already, from an earlier visit. */
export const beginUpload = (fileGuid: string, fileSize: number, known = false): UploadState => {
  const state: UploadState = {
    fileGuid,
    fileSize,
    chunkCount: Math.ceil(fileSize / chunkBytes),
    held: new Set(),
    counter: 0,
    beginingOfTheChunk: 0,
    endOfTheChunk: 0,
    progress: 0,
    errors: 0,
    standstills: 0,
    asks: known,
    finished: false,
  }
  return placed(state, state.held)
}

const ended = (state: UploadState): UploadState => ({
  ...state,
  counter: state.chunkCount,
  progress: 100,
  finished: true,
})

export const chunkOf = (state: UploadState): ChunkToSend => {
  const chunk = state.beginingOfTheChunk / chunkBytes
  return {
    chunk,
    offset: state.beginingOfTheChunk,
    end: state.endOfTheChunk,
    finished: chunk === state.chunkCount - 1,
  }
}

/** The server has said what it holds. */
export const afterAnswer = (
  state: UploadState,
  answer: { readonly chunks: readonly number[]; readonly finished: boolean },
): UploadState => {
  if (answer.finished) return ended(state)
  const held = new Set(answer.chunks.filter((chunk) => chunk >= 0 && chunk < state.chunkCount))
  return { ...placed(state, held), asks: false }
}

/** The chunk went through: the range moves on. */
export const afterSuccess = (state: UploadState): UploadState => {
  const sent = chunkOf(state)
  if (sent.finished) return ended(state)
  return { ...placed(state, new Set([...state.held, sent.chunk])), standstills: 0 }
}

/** The chunk was refused or lost: once more, and at ten errors from the start, as far as the server holds nothing. */
export const afterError = (state: UploadState): UploadState => {
  const errors = state.errors + 1
  if (errors < uploadErrorLimit) return { ...state, errors }
  return { ...restarted(state), standstills: state.standstills + 1 }
}

/** From zero; the server is asked first what it holds. */
export const restarted = (state: UploadState): UploadState => ({
  ...placed(state, new Set()),
  errors: 0,
  standstills: 0,
  asks: true,
})

/** Nothing goes through any more. */
export const isStuck = (state: UploadState): boolean => state.standstills >= standstillLimit
