import { statfs } from 'node:fs/promises'

/** How much room there is where the data folder lies. */
export interface DiskSpace {
  /** Bytes that this process may still write; undefined when the system does not say. */
  freeBytes(): Promise<number | undefined>
}

export const diskSpaceOf = (folder: string): DiskSpace => ({
  freeBytes: async () => {
    const facts = await statfs(folder).catch(() => undefined)
    return facts === undefined ? undefined : facts.bavail * facts.bsize
  },
})
