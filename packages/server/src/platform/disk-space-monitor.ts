import { fail } from '@kaimai/contract/common/error.ts'
import type { Log } from './log/log.ts'
import type { DiskSpace } from './ports/disk-space.ts'

/** A reading is good for so long: writes come by the hundred, and a disk fills in seconds. */
const freshMs = 250
const mebibyte = 1024 * 1024

export interface DiskSpaceMonitor {
  /** Whether there is less room than the limit. */
  isLow(): Promise<boolean>
  /** Throws `diskFull` while there is less room than the limit. */
  check(): Promise<void>
}

/**
 * Reserves the last free space of the disk for the database: while the disk is nearly full (`diskFull`), what strangers
 * send is refused with an error text.
 */
export const createDiskSpaceMonitor = (needs: {
  space: DiskSpace
  floorBytes: number
  log: Pick<Log, 'error' | 'warn'>
}): DiskSpaceMonitor => {
  const { space, floorBytes, log } = needs
  let wasLow = false
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<boolean> | undefined

  const read = async (): Promise<boolean> => {
    const free = await space.freeBytes()
    const isLow = free !== undefined && free < floorBytes
    if (isLow !== wasLow) {
      const facts = { freeMiB: Math.floor((free ?? 0) / mebibyte), floorMiB: Math.floor(floorBytes / mebibyte) }
      if (isLow) log.error(facts, 'the disk is nearly full: comments, sign-ups, orders and uploads are refused')
      else log.warn(facts, 'the disk has room again: everything is taken again')
      wasLow = isLow
    }
    readAt = performance.now()
    return isLow
  }

  const isLow = async (): Promise<boolean> => {
    if (floorBytes === 0) return false
    if (performance.now() - readAt < freshMs) return wasLow
    // Many ask at once: one reading answers all.
    reading ??= read().finally(() => (reading = undefined))
    return reading
  }

  return {
    isLow,
    check: async () => {
      if (await isLow()) throw fail('diskFull')
    },
  }
}

/** Of one whose data lies elsewhere (PostgreSQL and S3): this machine's disk does not matter. */
export const unlimitedDisk: DiskSpaceMonitor = { isLow: async () => false, check: async () => {} }
