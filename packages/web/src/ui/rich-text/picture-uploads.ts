import type { RichTextWords, SendPicture } from './rich-text-words.ts'

export interface PictureUpload {
  readonly name: string
  readonly state: 'busy' | 'failed' | 'done'
  /** Once it is done. */
  readonly url: string
  /** Why it failed. */
  readonly error: string
  /** Sending it again may help. */
  readonly mayRetry: boolean
}

/**
 * Pictures on their way into a text. The text holds only the name of an upload, so what is undone and redone meanwhile
 * finds its picture again, and one that failed can be sent once more.
 */
export const createPictureUploads = (send: SendPicture) => {
  const files = new Map<string, File>()
  const uploads = new Map<string, PictureUpload>()
  const listeners = new Set<() => void>()
  let next = 0
  const set = (id: string, upload: PictureUpload) => {
    uploads.set(id, upload)
    for (const listener of listeners) listener()
  }
  const run = async (id: string): Promise<void> => {
    const file = files.get(id)
    if (!file) return
    const { name } = file
    set(id, { name, state: 'busy', url: '', error: '', mayRetry: false })
    const sent = await send(file)
    if ('error' in sent) set(id, { name, state: 'failed', url: '', error: sent.error, mayRetry: sent.lasting !== true })
    else {
      files.delete(id)
      set(id, { name, state: 'done', url: sent.url, error: '', mayRetry: false })
    }
  }
  return {
    begin: (file: File): string => {
      const id = `upload-${next++}`
      files.set(id, file)
      void run(id)
      return id
    },
    retry: (id: string): Promise<void> => run(id),
    get: (id: string): PictureUpload | undefined => uploads.get(id),
    isBusy: (): boolean => [...uploads.values()].some(({ state }) => state === 'busy'),
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
export type PictureUploads = ReturnType<typeof createPictureUploads>

/** What the view of a picture reads. */
export interface PictureOptions {
  readonly uploads: PictureUploads | undefined
  readonly words: RichTextWords | undefined
  readonly maxAlt: number
}
