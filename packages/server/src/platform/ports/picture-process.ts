import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Picture } from './image.ts'

export type SmallerPicture =
  | { readonly format: 'icon'; readonly side: number }
  | { readonly format: 'avif' | 'webp' | 'jpg'; readonly width: number }

export interface PictureTask {
  readonly id: number
  readonly bytes: Uint8Array
  readonly request: SmallerPicture
}
export type PictureAnswer =
  | { readonly id: number; readonly picture: Picture }
  | { readonly id: number; readonly problem: string }

class ProcessEnded extends Error {}

interface Pending {
  readonly resolve: (picture: Picture) => void
  readonly reject: (error: Error) => void
}

/** Started anew when it is needed again: it holds some 60 MB. */
const idleMs = 60_000
const child = fileURLToPath(new URL('./picture-child.ts', import.meta.url))

/**
 * Makes smaller pictures in a process of its own with a low priority: an encoder takes a core for seconds, and none
 * of them from requests. It is started by the first picture and ends after a minute without.
 */
const createPictureProcess = () => {
  const pending = new Map<number, Pending>()
  let running: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  let nextId = 1

  const start = (): ChildProcess => {
    const started = fork(child, {
      serialization: 'advanced',
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const mine = new Set<number>()
    const lose = (why: string) => {
      const error = new ProcessEnded(why)
      if (running === started) running = undefined
      for (const id of mine) pending.get(id)?.reject(error)
      for (const id of mine) pending.delete(id)
    }
    started.on('message', (answer: PictureAnswer) => {
      const waiting = pending.get(answer.id)
      pending.delete(answer.id)
      mine.delete(answer.id)
      if ('picture' in answer) waiting?.resolve(answer.picture)
      else waiting?.reject(new Error(answer.problem))
      rest()
    })
    started.on('error', ({ message }) => lose(message))
    started.on('exit', (code, signal) => lose(`the process that makes pictures ended (${code ?? signal})`))
    running = started
    sent.set(started, mine)
    return started
  }
  const sent = new WeakMap<ChildProcess, Set<number>>()

  /** Nobody waits for it: it keeps no process from ending, and ends itself after a while. */
  const rest = () => {
    if (pending.size > 0) return
    running?.unref()
    running?.channel?.unref()
    idle = setTimeout(() => running?.disconnect(), idleMs)
    idle.unref()
  }

  const ask = (bytes: Uint8Array, request: SmallerPicture): Promise<Picture> =>
    new Promise((resolve, reject) => {
      clearTimeout(idle)
      const to = running?.connected ? running : start()
      to.ref()
      to.channel?.ref()
      const id = nextId
      nextId += 1
      pending.set(id, { resolve, reject })
      sent.get(to)?.add(id)
      const task: PictureTask = { id, bytes, request }
      to.send(task, (error) => {
        if (!error) return
        pending.delete(id)
        reject(new ProcessEnded(error.message))
      })
    })

  // Whatever ended it may have been another picture's; one that ends it twice is itself the cause.
  return (bytes: Uint8Array, request: SmallerPicture): Promise<Picture> =>
    ask(bytes, request).catch((error: unknown) => {
      if (error instanceof ProcessEnded) return ask(bytes, request)
      throw error
    })
}

/** One for the whole server, whoever asks. Throws what the decoder said, or that the process has ended twice. */
export const drawApart = createPictureProcess()
