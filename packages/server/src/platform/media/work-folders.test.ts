import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorkFolders } from './work-folders.ts'

let parent = ''
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'kaimai-work-'))
})
afterAll(() => rm(parent, { recursive: true, force: true }))

const prefix = 'package-'

/** The number of a process that has ended. */
const deadPid = (): number => spawnSync(process.execPath, ['--version']).pid

test('MEDIA-16 What a killed process left in its work folder is swept, what is in use is not', async () => {
  const folders = createWorkFolders(prefix, parent)
  await folders.use(async (own) => {
    const dead = join(parent, basename(own).replace(`-${process.pid}-`, `-${deadPid()}-`))
    // In a container a new process has the number of the one before it.
    const before = `${own}x`
    const others = join(parent, 'package-elsewhere-1-abc')
    for (const folder of [dead, before, others, join(parent, 'something-else')]) {
      await mkdir(folder)
      await writeFile(join(folder, 'source.mp4'), 'half')
    }
    expect(await folders.sweep()).toBe(2)
    expect((await readdir(parent)).toSorted()).toEqual([basename(own), basename(others), 'something-else'].toSorted())
    const old = new Date(Date.now() - 26 * 3600 * 1000)
    await utimes(others, old, old)
    expect(await folders.sweep()).toBe(1)
    expect(existsSync(own)).toBe(true)
  })
})

test('MEDIA-17 A work folder goes with all that is in it when its work is done, and when it fails', async () => {
  const folders = createWorkFolders('done-', parent)
  const used: string[] = []
  const work = async (folder: string) => {
    used.push(folder)
    await writeFile(join(folder, 'source.mp4'), 'whole')
    return used.length
  }
  expect(await folders.use(work)).toBe(1)
  await expect(
    folders.use(async (folder) => {
      await work(folder)
      throw new Error('no space')
    }),
  ).rejects.toThrow('no space')
  expect(used.map((folder) => existsSync(folder))).toEqual([false, false])
})
