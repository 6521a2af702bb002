import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder that nobody claims, of another machine or of before folders named their process, goes after this. */
const orphanMs = 25 * 3600 * 1000

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Somebody else's process may not be asked, which shows that it lives.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/**
 * Folders for work that a kill -9 may cut short, named by machine and process so that what a dead one left is known and
 * swept. `prefix` is theirs alone; `parent` is the machine's folder for temporary files unless given.
 */
export const createWorkFolders = (prefix: string, parent: string = tmpdir()) => {
  const machine = hostname().replace(/[^A-Za-z0-9]/g, '_')
  const inUse = new Set<string>()

  const isLeft = async (name: string, nowMs: number): Promise<boolean> => {
    if (inUse.has(name)) return false
    const [of, pid] = name.slice(prefix.length).split('-')
    // A process number comes round again, in a container at once: of our own we know what is in use.
    if (of === machine && /^\d+$/.test(pid ?? '')) return Number(pid) === process.pid || !isAlive(Number(pid))
    const facts = await stat(join(parent, name)).catch(() => undefined)
    return facts !== undefined && nowMs - facts.mtimeMs > orphanMs
  }

  return {
    /** Lends an empty folder and takes it back with all that is in it. */
    use: async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
      const folder = await mkdtemp(join(parent, `${prefix}${machine}-${process.pid}-`))
      const name = folder.slice(parent.length + 1)
      inUse.add(name)
      try {
        return await work(folder)
      } finally {
        await rm(folder, { recursive: true, force: true })
        inUse.delete(name)
      }
    },
    /** Removes what killed processes left behind; answers how many folders. */
    sweep: async (nowMs: number = Date.now()): Promise<number> => {
      const names = (await readdir(parent)).filter((name) => name.startsWith(prefix))
      let swept = 0
      for (const name of names) {
        if (!(await isLeft(name, nowMs))) continue
        await rm(join(parent, name), { recursive: true, force: true })
        swept += 1
      }
      return swept
    },
  }
}
export type WorkFolders = ReturnType<typeof createWorkFolders>
