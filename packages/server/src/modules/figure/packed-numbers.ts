import { type RawBuilder, sql } from 'kysely'

// Numbers by the hundred thousand come from the database as the bytes of one value: as rows they would take longer than all else.

/** The whole numbers of many rows as one value. Lists of one row are made of the same rows in the same order; none is asked for. */
export const packed = (numbers: RawBuilder<unknown>): RawBuilder<unknown> => sql`string_agg(int4send(${numbers}), '')`

/** A copy of its own, which holds no more than itself in memory. */
const copyOf = (bytes: Uint8Array): Buffer => {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  copy.set(bytes)
  return copy
}

// Most lists are empty: an array of nothing takes some hundred bytes, too.
const [noInt32s, noFloat64s] = [new Int32Array(), new Float64Array()]

// The database writes numbers with their highest byte first.
export const int32s = (bytes: Uint8Array | null): Int32Array =>
  bytes === null ? noInt32s : new Int32Array(copyOf(bytes).swap32().buffer)
export const float64s = (bytes: Uint8Array | null): Float64Array =>
  bytes === null ? noFloat64s : new Float64Array(copyOf(bytes).swap64().buffer)
