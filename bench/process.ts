import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const ticksPerSecond = 100

/** CPU seconds a process has used, all threads; Linux only. */
export const cpuSeconds = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

/** Pins a process to one core, where the system can; answers whether it did. */
export const pinTo = (pid: number, core: number): boolean => {
  try {
    execFileSync('taskset', ['-a', '-cp', String(core), String(pid)], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

export interface BenchRow {
  readonly name: string
  readonly ours: number
  /** Undefined where no peer was measured. */
  readonly peer: number | undefined
  readonly unit: string
  /** How many times better than the peer. */
  readonly ratio: number | undefined
  /** The ratio to reach, or without a peer, and where its name says so, the figure to keep to; undefined: a figure to know. */
  readonly goal: number | undefined
  /** Reached; of a figure to know, that it was measured without a fault. */
  readonly ok: boolean
}

/** The middle of some figures; of an even number the higher of the two. */
export const medianOf = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
