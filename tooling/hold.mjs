import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** How long a hold stands without its owner's sign of life, in ms: longer than deleting all packages takes. */
const holdLife = 60_000

/**
 * Does `work` while no other process of this folder does work of that name; waits for the one that does, and says so
 * once. What a killed process held is taken over.
 */
export async function whileAlone(root, name, waitingText, work) {
  const file = join(root, '.cache', `${name}.lock`)
  let told = false
  while (!take(file)) {
    if (isAbandoned(file)) {
      rmSync(file, { force: true })
      continue
    }
    if (!told) console.log(waitingText)
    told = true
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
  const beat = setInterval(() => utimesSync(file, new Date(), new Date()), 5000)
  try {
    return await work()
  } finally {
    clearInterval(beat)
    rmSync(file, { force: true })
  }
}

function take(file) {
  try {
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    if (isForbidden(error))
      throw new Error(`This user may not write here, which the start needs: ${file}`, { cause: error })
    throw error
  }
}

function isAbandoned(file) {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (stats === undefined) return false
  if (Date.now() - stats.mtimeMs > holdLife) return true
  let pid
  try {
    pid = Number(readFileSync(file, 'utf8'))
  } catch (error) {
    if (error.code === 'ENOENT') return false
    throw error
  }
  // No number yet: its owner is about to write it. This process's own: left by one that had the same (containers).
  if (pid === 0) return false
  if (pid === process.pid) return true
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}

export const isForbidden = (error) => ['EACCES', 'EPERM', 'EROFS'].includes(error.code)
