const fixedSeed = 20_261_126

/** What everything that tests, faults and kill points draw begins with: fixed, or as `npm run explore` gives it. */
export const testSeed = Number(process.env['KAIMAI_TEST_SEED'] ?? fixedSeed)
if (!Number.isSafeInteger(testSeed)) throw new Error('KAIMAI_TEST_SEED is a whole number')

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
export const seededRandom = (seed: number): (() => number) => {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
