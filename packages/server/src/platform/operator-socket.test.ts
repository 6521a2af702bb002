import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { silentLog } from '../../test/database.ts'
import { askOperator, isServerDown, type OperatorCommands, openOperatorSocket } from './operator-socket.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kaimai-operator-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const commands: OperatorCommands = {
  add: async (args) => {
    const { a, b } = z.object({ a: z.number(), b: z.number() }).parse(args)
    return { sum: a + b }
  },
  fail: async () => {
    throw new Error('The letter is not there.')
  },
  nothing: async () => undefined,
}
const open = (dataDir: string) => openOperatorSocket({ dataDir, commands, log: silentLog })

test('PLATFORM-13 Commands are answered, and what they throw is reported with its message', async () => {
  const socket = await open(folder)
  expect(statSync(join(folder, 'operator.sock')).mode & 0o777).toBe(0o600)
  expect(await askOperator(folder, 'add', { a: 1, b: 2 })).toEqual({ sum: 3 })
  expect(await askOperator(folder, 'nothing')).toBeNull()
  await expect(askOperator(folder, 'fail')).rejects.toThrow('The letter is not there.')
  await expect(askOperator(folder, 'toString')).rejects.toThrow('There is no command toString. There are: add, fail')
  const many = await Promise.all(Array.from({ length: 20 }, (_, n) => askOperator(folder, 'add', { a: n, b: n })))
  expect(many).toEqual(Array.from({ length: 20 }, (_, n) => ({ sum: 2 * n })))
  const big = 'x'.repeat(500_000)
  await expect(askOperator(folder, 'add', { a: big })).rejects.toThrow()
  await socket.close()
  expect(existsSync(join(folder, 'operator.sock'))).toBe(false)
})

test('PLATFORM-14 Without a running server the operator reads that none runs', async () => {
  const error = await askOperator(folder, 'add').catch((caught: unknown) => caught)
  expect(isServerDown(error)).toBe(true)
  expect(String(error)).toContain(`No server runs on the data folder ${folder}`)
})

test('PLATFORM-15 Garbage and endless lines do not disturb the others', async () => {
  const socket = await open(folder)
  const send = (text: string) =>
    new Promise<string>((resolve) => {
      let got = ''
      const rude = createConnection(join(folder, 'operator.sock'))
      rude.on('data', (chunk) => {
        got += chunk.toString()
        rude.destroy()
      })
      rude.on('error', () => {})
      rude.on('close', () => resolve(got))
      rude.write(text)
    })
  expect(await send('not json\n')).toMatch(/^\{"ok":false/)
  expect(await send('x'.repeat(1_200_000))).toBe('')
  expect(await askOperator(folder, 'add', { a: 1, b: 1 })).toEqual({ sum: 2 })
  await socket.close()
})

test('PLATFORM-16 A long path to the data folder is no hindrance, nor is a socket left by a process that died', async () => {
  const long = join(folder, 'a'.repeat(60), 'b'.repeat(60))
  mkdirSync(long, { recursive: true })
  const first = await open(long)
  expect(await askOperator(long, 'add', { a: 1, b: 2 })).toEqual({ sum: 3 })
  const pointer = join(long, 'operator.sock.path')
  const path = readFileSync(pointer, 'utf8').trim()
  expect(Buffer.byteLength(path)).toBeLessThanOrEqual(100)
  expect(statSync(pointer).mode & 0o777).toBe(0o600)
  await first.close()
  expect(existsSync(path)).toBe(false)

  writeFileSync(join(folder, 'operator.sock'), 'left behind')
  const second = await open(folder)
  expect(await askOperator(folder, 'add', { a: 2, b: 2 })).toEqual({ sum: 4 })
  await second.close()
})
