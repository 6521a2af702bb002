import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'

/** Starts the stand-in of a payment company, or of Surenotify, as a process of its own, which prints its port; ended with the file's tests. */
export const startStandIn = async (name: 'ecpay' | 'linepay' | 'surenotify'): Promise<string> => {
  const file = fileURLToPath(new URL(`../../packages/server/test/fakes/${name}-stand-in.ts`, import.meta.url))
  const standIn = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] })
  afterAll(() => void standIn.kill())
  const [line] = (await once(standIn.stdout, 'data')) as [Buffer]
  return `http://127.0.0.1:${String(line).trim()}`
}
