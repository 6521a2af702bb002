/** Pictures that packaging cuts from a video (server, platform/media/transcode-to-hls.ts): evenly spread, at most so many. */
const maxFrames = 24
const frameEveryMs = 1000
const playlist = /\/index\.m3u8$/

export const frameCount = (lengthMs: number): number =>
  Math.min(maxFrames, Math.max(1, Math.floor(lengthMs / frameEveryMs)))

/** Address of the packaged picture nearest to a moment; undefined without a video. */
export const frameAt = (previewUrl: string, lengthMs: number, ms: number): string | undefined => {
  if (!playlist.test(previewUrl)) return undefined
  const count = frameCount(lengthMs)
  const no = Math.max(0, Math.min(count - 1, Math.floor((ms / lengthMs) * count)))
  return previewUrl.replace(playlist, `/thumb-${String(no).padStart(2, '0')}.jpg`)
}

/** The server cuts pictures on demand on this grid, in ms (server, modules/video/frame-maker.ts). */
const gridMs = 500

/**
 * The moment whose picture stands for a tile: the first of the tile that lies on the coarsest grid which every tile of its
 * width meets, so that neighbouring zooms ask for the same pictures. Undefined when the tile lies behind the end.
 */
export const frameTimeIn = (fromMs: number, tileMs: number, lengthMs: number): number | undefined => {
  const step = gridMs * 2 ** Math.max(0, Math.floor(Math.log2(tileMs / gridMs)))
  const at = Math.ceil(fromMs / step) * step
  return at < lengthMs ? at : undefined
}

/** Address of the picture at a moment of the grid; undefined without a video. */
export const frameUrl = (previewUrl: string, atMs: number | undefined): string | undefined =>
  atMs === undefined || !playlist.test(previewUrl) ? undefined : previewUrl.replace(playlist, `/frame-${atMs}.jpg`)
