import type { Secret } from '../../platform/secret.ts'

/** Where a video's files lie in the file store. */
export const videoFolder = (videoId: string): string => `video/${videoId}`
export const uploadFolder = (firmId: string, uploadId: string): string => `uploads/${firmId}/${uploadId}`
export const chunkKey = (firmId: string, uploadId: string, chunk: number): string =>
  `${uploadFolder(firmId, uploadId)}/${String(chunk).padStart(6, '0')}`
export const imageKey = (id: string, extension: string): string => `image/${id}${extension}`

export const thumbnailFile = 'thumb.jpg'
/** Each picture that stands for a video has its own name: browsers keep what they have seen. */
export const thumbnailFileOf = (no: number): string => (no === 0 ? thumbnailFile : `thumb-${no}.jpg`)
export const previewFile = 'index.m3u8'
export const waveformFile = 'waveform.bin'

const macLength = 22

const isThumbnail = (file: string): boolean => /^thumb(-\d+)?\.jpg$/.test(file)

/**
 * URLs of a video for the firm's members: the path carries a keyed hash of the id, so that nobody guesses it and no
 * look-up is needed. Viewers of a live never see them: its segments have names of their own. The picture of a room may
 * be a thumbnail, so thumbnails have a hash that opens nothing else.
 */
export const createVideoUrls = (secret: Secret) => {
  const mac = (videoId: string): string => secret.sign('video-url', videoId).slice(0, macLength)
  const thumbnailMac = (videoId: string): string => secret.sign('thumbnail-url', videoId).slice(0, macLength)
  return {
    urlOf: (videoId: string, file: string): string =>
      `/media/video/${videoId}/${isThumbnail(file) ? thumbnailMac(videoId) : mac(videoId)}/${file}`,
    /** The file store's key for a path below /media/video/, undefined when it is none of ours. */
    keyOf: (path: string): string | undefined => {
      const match = /^([0-9a-f-]{36})\/([\w-]+)\/(\w[\w.-]*)$/.exec(path)
      const [, videoId = '', received = '', file = ''] = match ?? []
      const opens = received === mac(videoId) || (isThumbnail(file) && received === thumbnailMac(videoId))
      return match && opens ? `${videoFolder(videoId)}/${file}` : undefined
    },
  }
}
export type VideoUrls = ReturnType<typeof createVideoUrls>
