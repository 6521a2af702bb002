import { mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

const inMemory = '/dev/shm'
const neededBytes = 6 * 1024 ** 3
const prefix = 'kaimai-test-'

/** Where a file costs no disk: on a machine that has memory for what the tests write. */
const place = () => {
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    return Math.min(bavail * bsize, freemem()) >= neededBytes ? inMemory : tmpdir()
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
    return tmpdir()
  }
}

const isRunning = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/**
 * A folder for the temporary files of one run of the tests, which goes with the process. A fresh database is a thousand
 * files: on a disk that is half a second each time.
 */
export function testFolder() {
  const parent = place()
  for (const name of readdirSync(parent)) {
    const pid = new RegExp(`^${prefix}(\\d+)$`).exec(name)?.[1]
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(parent, name), { recursive: true, force: true })
  }
  const folder = join(parent, `${prefix}${process.pid}`)
  // PostgreSQL runs as another user, who must get through.
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
