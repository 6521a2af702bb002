import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { whileAlone } from './hold.mjs'

const root = mkdtempSync(join(tmpdir(), 'hold-'))
const lock = join(root, '.cache', 'x.lock')
afterAll(() => rmSync(root, { recursive: true }))

/** A promise and the function that keeps it. */
const promised = () => {
  const made = {}
  made.promise = new Promise((resolve) => {
    made.keep = resolve
  })
  return made
}

describe('whileAlone', () => {
  test('lets one in at a time, says once that it waits, and leaves nothing behind', async () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {})
    const order = []
    const [inside, go] = [promised(), promised()]
    const first = whileAlone(root, 'x', 'waiting', async () => {
      inside.keep()
      await go.promise
      order.push('first')
    })
    await inside.promise
    const second = whileAlone(root, 'x', 'waiting', () => order.push('second'))
    await vi.waitFor(() => expect(log).toHaveBeenCalledWith('waiting'), { timeout: 30_000 })
    expect(order).toEqual([])
    go.keep()
    await Promise.all([first, second])
    expect(order).toEqual(['first', 'second'])
    expect(log).toHaveBeenCalledTimes(1)
    expect(existsSync(lock)).toBe(false)
    log.mockRestore()
  })

  test('ends with the work when that fails', async () => {
    await expect(whileAlone(root, 'x', '', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(existsSync(lock)).toBe(false)
  })

  test('takes over from a process that is gone, and from one whose number another has now', async () => {
    mkdirSync(join(root, '.cache'), { recursive: true })
    for (const owner of ['999999999 1\n', '999999999 \n', `${process.pid} 1\n`]) {
      writeFileSync(lock, owner)
      expect(await whileAlone(root, 'x', '', () => 'in')).toBe('in')
    }
  })

  test('stands while a process that the work named still runs', async () => {
    const child = spawn('sleep', ['600'])
    let left = ''
    const log = vi.spyOn(console, 'log').mockImplementation(() => {})
    await whileAlone(root, 'x', '', (alsoFor) => {
      alsoFor(child.pid)
      left = readFileSync(lock, 'utf8')
    })
    // As if its owner had been killed then.
    writeFileSync(lock, left.replace(/^.*\n/, '999999999 1\n'))
    const next = whileAlone(root, 'x', 'waiting', () => 'in')
    await vi.waitFor(() => expect(log).toHaveBeenCalledWith('waiting'), { timeout: 30_000 })
    child.kill()
    expect(await next).toBe('in')
    log.mockRestore()
  })
})
