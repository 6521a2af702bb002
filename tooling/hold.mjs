import { appendFileSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Does `work` while no other process of this folder does work of that name; waits for the one that does, and says so
 * once. `work` gets a function to name the processes it starts: as long as one of them runs, the hold stands, even
 * when this process was killed. A hold of which nobody is left is taken over.
 */
export async function whileAlone(root, name, waitingText, work) {
  const file = join(root, '.cache', `${name}.lock`)
  let announced = false
  while (!take(file)) {
    if (isAbandoned(file)) {
      rmSync(file, { force: true })
      continue
    }
    if (!announced) console.log(waitingText)
    announced = true
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
  try {
    return await work((pid) => appendFileSync(file, nameOf(pid)))
  } finally {
    rmSync(file, { force: true })
  }
}

/** Made beside it and linked, so that a hold is never there without its owner's name. */
function take(file) {
  const draft = `${file}.${process.pid}`
  try {
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(draft, nameOf(process.pid))
    linkSync(draft, file)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    if (isForbidden(error)) {
      throw new Error(`This user may not write here, which the start needs: ${file}`, { cause: error })
    }
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

function isAbandoned(file) {
  let owners
  try {
    owners = readFileSync(file, 'utf8').trim().split('\n')
  } catch (error) {
    if (error.code === 'ENOENT') return false
    throw error
  }
  return owners.every((owner) => !isRunning(owner))
}

/** A process by its number and when it began, as numbers come again (in containers soon); macOS gives no such time. */
function nameOf(pid) {
  return `${pid} ${beginOf(pid) ?? ''}\n`
}

function isRunning(owner) {
  const [pid, begin] = owner.split(' ')
  if (begin) return beginOf(pid) === begin
  try {
    process.kill(Number(pid), 0)
    return true
  } catch (error) {
    return error.code !== 'ESRCH'
  }
}

/** Clock ticks from the machine's start to the process's, as Linux tells them. */
function beginOf(pid) {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return undefined
  try {
    return readFileSync(file, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')[19]
  } catch {
    // It ended between the two lines above.
    return undefined
  }
}

export const isForbidden = (error) => ['EACCES', 'EPERM', 'EROFS'].includes(error.code)
