import { iconSide } from '@kaimai/contract/video/picture.rules.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { Log } from '../../platform/log/log.ts'
import { drawApart } from '../../platform/ports/picture-process.ts'
import { madeFile, madeFolder, type PictureRequest } from './picture-files.ts'

/** What became of a request:`busy` when too many wait already, `failed` when the picture can't be drawn. */
export type Made = 'made' | 'missing' | 'busy' | 'failed'

export interface PictureMakerDeps {
  readonly files: FileStore
  readonly log: Log
}

/** Encodings at once, and how many may wait: a server has other work for its cores. */
const atOnce = 2
const maxWaiting = 40
/** Pictures that could not be drawn are not tried again while the process lives; so many are remembered. */
const maxFailed = 1_000

/** So many at once, so many waiting, in the order they came; more are turned away (undefined). */
export const createBoundedQueue = (atOnce: number, maxWaiting: number) => {
  const waiting: (() => void)[] = []
  let running = 0
  const next = (): void => {
    if (running >= atOnce) return
    const start = waiting.shift()
    if (!start) return
    running += 1
    start()
  }
  return {
    take: <R>(work: () => Promise<R>): Promise<R> | undefined => {
      if (running >= atOnce && waiting.length >= maxWaiting) return undefined
      const turn = new Promise<void>((resolve) => waiting.push(resolve))
      next()
      return turn.then(work).finally(() => {
        running -= 1
        next()
      })
    },
  }
}

/** Makes smaller pictures of kept ones, each once, beside the original in the file store. */
export const createPictureMaker = ({ files, log }: PictureMakerDeps) => {
  const turns = createBoundedQueue(atOnce, maxWaiting)
  const underWay = new Map<string, Promise<Made>>()
  const failed = new Set<string>()

  const draw = async (source: string, request: PictureRequest, key: string): Promise<Made> => {
    const original = await files.bytes(source)
    if (!original) return 'missing'
    const picture = await drawApart(original, request === 'icon' ? { format: 'icon', side: iconSide } : request).catch(
      (error: unknown) => {
        log.warn({ err: error, key }, 'a smaller picture could not be drawn')
        if (failed.size < maxFailed) failed.add(key)
      },
    )
    if (!picture) return 'failed'
    await files.put(key, picture.bytes, { contentType: picture.type })
    // Removed while it was drawn: what was made goes too.
    if (await files.stat(source)) return 'made'
    await files.removeAll(madeFolder(source))
    return 'missing'
  }

  /** A file store that is away for a moment is no error of the picture: it is tried again when it is asked for again. */
  const tryDrawing = (source: string, request: PictureRequest, key: string): Promise<Made> =>
    draw(source, request, key).catch((error: unknown) => {
      log.warn({ err: error, key }, 'a smaller picture could not be kept')
      return 'failed'
    })

  /** What there is no picture of takes nobody's turn: anybody can make up names. */
  const make = async (source: string, request: PictureRequest, key: string): Promise<Made> =>
    (await files.stat(source)) ? (turns.take(() => tryDrawing(source, request, key)) ?? 'busy') : 'missing'

  return {
    /** Makes it unless it is there; two who ask at once share one drawing. `source`: the key of the original. */
    make: (source: string, request: PictureRequest): Promise<Made> => {
      const key = madeFile(source, request)
      if (failed.has(key)) return Promise.resolve('failed')
      const before = underWay.get(key)
      if (before) return before
      const making = make(source, request, key).finally(() => underWay.delete(key))
      underWay.set(key, making)
      return making
    },
  }
}
export type PictureMaker = ReturnType<typeof createPictureMaker>
