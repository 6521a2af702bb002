import type { VideoState } from '@kaimai/contract/video/video.machine.ts'

export interface SegmentFacts {
  readonly durationMs: number
  readonly bytes: number
}

export interface VideoRow {
  id: string
  firmId: string
  uploadId: string
  name: string
  size: number
  state: VideoState
  /** Name of one of the contract's videoReasons; empty unless failed. */
  problem: string
  progress: number
  durationMs: number | null
  width: number | null
  height: number | null
  hasAudio: boolean | null
  codecs: string
  segments: SegmentFacts[]
  createdAt: Date
  removedAt: Date | null
}

export interface VideoTables {
  video: VideoRow
  videoChunk: { videoId: string; chunk: number; bytes: number }
  image: { id: string; firmId: string; extension: string; kept: boolean; createdAt: Date }
}
