import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { diskStore } from './disk-store.ts'
import type { FileStore } from './file-store.ts'

// What both stores do is in file-store.test.ts.

let root = ''
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'kaimai-files-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

const listed = async (store: FileStore, folder: string): Promise<string[]> => {
  const keys: string[] = []
  for await (const file of store.list(folder)) keys.push(file.key)
  return keys.sort()
}

test('FILES-1 Readers see the old or the new file while it is replaced', async () => {
  // S3 promises this by itself; s3rver does not keep it.
  const store = diskStore({ folder: join(root, 'swap') })
  const versions = ['a', 'b', 'c'].map((letter) => Buffer.alloc(200_000, letter))
  await store.put('swap/it', versions[0] ?? Buffer.alloc(0))
  const seen = new Set<string>()
  const writing = new AbortController()
  const write = async () => {
    for (let i = 0; i < 30; i += 1) await store.put('swap/it', versions[i % 3] ?? Buffer.alloc(0))
    writing.abort()
  }
  const read = async () => {
    while (!writing.signal.aborted) {
      const bytes = await store.bytes('swap/it')
      seen.add(`${bytes?.byteLength} ${new Set(bytes).size}`)
    }
  }
  await Promise.all([read(), write()])
  expect([...seen]).toEqual(['200000 1'])
})

test('FILES-2 Files are for their owner alone, and free space is known', async () => {
  const folder = join(root, 'modes')
  const store = diskStore({ folder })
  await store.put('a/b/c', Buffer.from('x'))
  const mode = async (path: string) => (await stat(join(folder, path))).mode & 0o777
  expect(await Promise.all(['a', 'a/b', 'a/b/c'].map(mode))).toEqual([0o700, 0o700, 0o600])
  expect(await store.free()).toBeGreaterThan(1_000_000)
  await store.remove('a/b/c')
  expect(existsSync(join(folder, 'a'))).toBe(false)
})

test('FILES-3 A process killed while it writes leaves no file, and its rest is swept after a day', async () => {
  const folder = join(root, 'killed')
  const script = `
    import { Readable } from 'node:stream'
    import { diskStore } from ${JSON.stringify(new URL('./disk-store.ts', import.meta.url).href)}
    const endless = Readable.from((async function* () {
      for (;;) { yield Buffer.alloc(100_000); process.stdout.write('.'); await new Promise((go) => setTimeout(go, 5)) }
    })())
    await diskStore({ folder: ${JSON.stringify(folder)} }).put('half/file', endless)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'exit')

  const left = await readdir(join(folder, '.new'))
  expect(left).toHaveLength(1)
  const store = diskStore({ folder })
  expect(await listed(store, '')).toEqual([])
  await store.put('other', Buffer.from('x'))
  expect(await readdir(join(folder, '.new'))).toEqual(left)

  const old = new Date(Date.now() - 25 * 60 * 60 * 1000)
  for (const name of left) await utimes(join(folder, '.new', name), old, old)
  await diskStore({ folder }).put('other', Buffer.from('x'))
  expect(await readdir(join(folder, '.new'))).toEqual([])
})

test('FILES-4 A link in the folder is not followed out by a list, and a file is no folder', async () => {
  const folder = join(root, 'strange')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'plain'), 'x')
  await symlink('/', join(folder, 'out'))
  const store = diskStore({ folder })
  expect(await store.stat('plain/below')).toBeUndefined()
  await expect(store.put('plain/below', Buffer.from('x'))).rejects.toThrow()
  expect(await listed(store, '')).toEqual(['plain'])
  expect(await readdir(join(folder, '.new'))).toEqual([])
})
