/** Rows of one statement: on the embedded database everybody else waits for it. */
const batchRows = 500
/** Batches of one run: what is left then goes the next time. */
const batchesMax = 200

/** Sweeps a batch at a time until nothing is left; `sweep` answers how many of `limit` rows it took. */
export const sweepInBatches = async (
  sweep: (limit: number) => Promise<number>,
  { rows = batchRows, batches = batchesMax } = {},
): Promise<void> => {
  for (let batch = 0; batch < batches; batch += 1) {
    if ((await sweep(rows)) < rows) return
  }
}
