import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { takeLock } from './lock.ts'

const now = () => new Date('2030-01-01T00:00:00Z')
let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'kaimai-lock-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const holdInChild = async () => {
  const script = `
    const { takeLock } = await import(${JSON.stringify(new URL('./lock.ts', import.meta.url).href)})
    const lock = takeLock(${JSON.stringify(dataDir)}, () => new Date())
    lock.publish({ port: 4711 })
    console.log('held')
    process.stdin.on('data', () => { lock.release(); console.log('released') })
    setInterval(() => globalThis.gc?.(), 100)`
  const child = spawn(process.execPath, ['--expose-gc', '--input-type=module', '-e', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return child
}

test('PLATFORM-10 A second process is refused with an error text that says who holds the folder', async () => {
  const child = await holdInChild()
  expect(() => takeLock(dataDir, now)).toThrow(new RegExp(`in use \\(process ${child.pid}, port 4711, since 20`))
  child.stdin.write('release\n')
  await once(child.stdout, 'data')
  takeLock(dataDir, now).release()
  child.kill('SIGKILL')
  await once(child, 'exit')
})

test('PLATFORM-11 A kill -9 gives the folder back at once', async () => {
  const child = await holdInChild()
  // Long enough that a lock which only lives until the next garbage collection would be gone.
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(() => takeLock(dataDir, now)).toThrow(/in use/)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const lock = takeLock(dataDir, now)
  expect(() => takeLock(dataDir, now)).toThrow(`process ${process.pid}, since 2030-01-01T00:00:00.000Z`)
  lock.release()
  lock.release()
  expect(existsSync(join(dataDir, 'lock.json'))).toBe(false)
})

test('PLATFORM-12 Of several that start together exactly one gets the folder', async () => {
  const script = `
    const { takeLock } = await import(${JSON.stringify(new URL('./lock.ts', import.meta.url).href)})
    let result
    try { takeLock(${JSON.stringify(dataDir)}, () => new Date()); result = 'held' } catch { result = 'refused' }
    setTimeout(() => { globalThis.gc(); console.log(result) }, 300)
    process.stdin.resume()`
  const children = Array.from({ length: 3 }, () =>
    spawn(process.execPath, ['--expose-gc', '--input-type=module', '-e', script], {
      stdio: ['pipe', 'pipe', 'inherit'],
    }),
  )
  const outcomes = await Promise.all(
    children.map(async (child) => String((await once(child.stdout, 'data'))[0]).trim()),
  )
  for (const child of children) child.kill('SIGKILL')
  expect(outcomes.sort()).toEqual(['held', 'refused', 'refused'])
})
