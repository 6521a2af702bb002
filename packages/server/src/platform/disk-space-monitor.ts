import { fail } from '@kaimai/contract/common/error.ts'
import type { Log } from './log/log.ts'
import type { DiskSpace } from './ports/disk-space.ts'

/** A reading is good for so long: writes come by the hundred, and a disk fills in seconds. */
const freshMs = 250
const mebibyte = 1024 * 1024
/**
 * What the database needs for itself: two more segments of its log (16 MiB each), the buffers that a checkpoint writes, and
 * what was let in within one reading. With no room for the next segment the embedded database hangs.
 */
const databaseBytes = 64 * mebibyte

/**
 * How much room there is. `low`: below the floor, what strangers write is refused. `critical`: below a second, lower one,
 * what the staff writes is refused too, and jobs wait unless they free space.
 */
export type DiskLevel = 'ok' | 'low' | 'critical'

/**
 * Who writes: somebody without a login; a member of a firm, or whoever settles what is under way; a member who makes room
 * (logs in, deletes a video), in a few rows.
 */
export type Writer = 'stranger' | 'staff' | 'freeing'

export interface DiskSpaceMonitor {
  level(): Promise<DiskLevel>
  /** Throws `diskFull` while there is too little room for that writer. */
  check(writer: Writer): Promise<void>
  /** Bytes above the floor of the staff's writes; infinite where this disk does not matter, or does not say. */
  spareBytes(): Promise<number>
}

/** Where the staff's writes stop: lower than where strangers' do, but never below what the database needs. */
export const staffFloorOf = (floorBytes: number): number =>
  Math.min(floorBytes, Math.max(databaseBytes, Math.floor(floorBytes / 2)))

const said: Readonly<Record<DiskLevel, string>> = {
  ok: 'the disk has room again: everything is taken again',
  low: 'the disk is nearly full: what is sent without a login, and uploads, are refused',
  critical: 'the disk is full but for what the database needs: what the staff changes is refused too, and jobs wait',
}

/** Reserves the last free space of the disk for the database: it refuses others with an error text (`diskFull`). */
export const createDiskSpaceMonitor = (needs: {
  space: DiskSpace
  floorBytes: number
  log: Pick<Log, 'error' | 'warn'>
}): DiskSpaceMonitor => {
  const { space, floorBytes, log } = needs
  const staffFloorBytes = staffFloorOf(floorBytes)
  const floors: Readonly<Record<Writer, number>> = {
    stranger: floorBytes,
    staff: staffFloorBytes,
    freeing: Math.floor(staffFloorBytes / 2),
  }
  let known: DiskLevel = 'ok'
  let freeBytes = Number.POSITIVE_INFINITY
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<DiskLevel> | undefined

  const levelAt = (free: number): DiskLevel => {
    if (free >= floors.stranger) return 'ok'
    return free < floors.staff ? 'critical' : 'low'
  }

  const read = async (): Promise<DiskLevel> => {
    freeBytes = (await space.freeBytes()) ?? Number.POSITIVE_INFINITY
    const level = levelAt(freeBytes)
    if (level !== known) {
      const facts = {
        freeMiB: Math.floor(freeBytes / mebibyte),
        floorMiB: Math.floor(floorBytes / mebibyte),
        staffFloorMiB: Math.floor(staffFloorBytes / mebibyte),
      }
      log[level === 'ok' ? 'warn' : 'error'](facts, said[level])
      known = level
    }
    readAt = performance.now()
    return level
  }

  const level = async (): Promise<DiskLevel> => {
    if (floorBytes === 0) return 'ok'
    if (performance.now() - readAt < freshMs) return known
    // Many ask at once: one reading answers all.
    reading ??= read().finally(() => (reading = undefined))
    return reading
  }

  return {
    level,
    check: async (writer) => {
      if ((await level()) !== 'ok' && freeBytes < floors[writer]) throw fail('diskFull')
    },
    spareBytes: async () => {
      await level()
      return floorBytes === 0 ? Number.POSITIVE_INFINITY : freeBytes - floors.staff
    },
  }
}

/** Of one whose data lies elsewhere (PostgreSQL and S3): this machine's disk does not matter. */
export const unlimitedDisk: DiskSpaceMonitor = {
  level: async () => 'ok',
  check: async () => {},
  spareBytes: async () => Number.POSITIVE_INFINITY,
}
