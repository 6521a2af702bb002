import type { IncomingHttpHeaders } from 'node:http'
import type { ByteRange } from './file-store.ts'

export type Wanted =
  | { readonly status: 200 }
  | { readonly status: 206; readonly range: ByteRange }
  | { readonly status: 304 }
  | { readonly status: 416 }

const weak = (tag: string): string => tag.trim().replace(/^W\//, '')

/** If-None-Match compares weakly (RFC 9110, 13.1.2): `*` or a list of tags. */
const sameAsBefore = (header: string, etag: string): boolean =>
  header.trim() === '*' || header.split(',').some((tag) => weak(tag) === `"${etag}"`)

/** One range; several, other units and nonsense are ignored, as RFC 9110 (14.2) lets us. */
const rangeOf = (header: string, size: number): ByteRange | 'none' | 'ignored' => {
  const match = /^bytes=\s*(\d*)-(\d*)\s*$/.exec(header)
  if (!match) return 'ignored'
  const first = match[1] ?? ''
  const last = match[2] ?? ''
  if (first === '') {
    if (last === '') return 'ignored'
    const length = Math.min(Number(last), size)
    return length === 0 ? 'none' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return 'ignored'
  if (start >= size) return 'none'
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}

/** What a GET or HEAD with these headers asks of a file of `size` bytes with this (unquoted) etag. */
export const wanted = (headers: IncomingHttpHeaders, size: number, etag: string): Wanted => {
  const before = headers['if-none-match']
  if (before !== undefined && sameAsBefore(before, etag)) return { status: 304 }
  const header = headers.range
  if (header === undefined) return { status: 200 }
  const condition = headers['if-range']
  if (typeof condition === 'string' && condition.trim() !== `"${etag}"`) return { status: 200 }
  const range = rangeOf(header, size)
  if (range === 'ignored') return { status: 200 }
  return range === 'none' ? { status: 416 } : { status: 206, range }
}
