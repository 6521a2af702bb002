import type { VideoState } from '@kaimai/contract/video/video.states.ts'

export interface SegmentFacts {
  readonly durationMs: number
  readonly bytes: number
}

export interface VideoRow {
  id: string
  firmId: string
  uploadId: string
  name: string
  /** The name folded, for finding it. */
  searchName: string
  /** What the file is known by again; empty: not told. */
  fingerprint: string
  size: number
  state: VideoState
  /** Name of one of the contract's videoErrors: why it failed, or what to know of one that is ready; else empty. */
  problem: string
  progress: number
  /** Until when a process answers for its packaging. */
  packagingUntil: Date | null
  durationMs: number | null
  width: number | null
  height: number | null
  hasAudio: boolean | null
  codecs: string
  segments: SegmentFacts[]
  /** -1: none yet; 0: the picture of the upload; each new one has the next number, and an address of its own. */
  thumbnailNo: number
  createdAt: Date
  removedAt: Date | null
}

export interface VideoTables {
  video: VideoRow
  videoChunk: { videoId: string; chunk: number; bytes: number }
  image: { id: string; firmId: string; extension: string; bytes: number; kept: boolean; createdAt: Date }
}
