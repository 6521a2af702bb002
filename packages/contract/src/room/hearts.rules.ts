import type { ScriptItem } from '../live/show.rules.ts'

/** ♡ in a room. Numbers alone cross the wire: who taps is nobody's business, and hearts are not money. */
export const heartLimits = {
  /** Of one message. */
  perMessage: 10,
  /** What one viewer may give in a second, with a burst; more is dropped and nobody is told. */
  perSecond: 10,
  burst: 20,
  /** Time between two messages of one client, ms. */
  bundleMs: 500,
  /** What one node of several says in one breath. */
  perHint: 100_000,
} as const

/** What a viewer may still give: it fills up again by the second. */
export interface HeartBucket {
  readonly left: number
  readonly atMs: number
}

export const fullHearts = (nowMs: number): HeartBucket => ({ left: heartLimits.burst, atMs: nowMs })

const leftAt = ({ left, atMs }: HeartBucket, nowMs: number): number =>
  Math.min(heartLimits.burst, left + (Math.max(0, nowMs - atMs) / 1000) * heartLimits.perSecond)

/** Whether it has filled up since: it is as one that nothing was ever taken out of. */
export const isFullOfHearts = (bucket: HeartBucket, nowMs: number): boolean =>
  leftAt(bucket, nowMs) === heartLimits.burst

/** Takes as many as may be given now, at most `count`. A clock that steps back gives nothing. */
export const takeHearts = (
  bucket: HeartBucket,
  count: number,
  nowMs: number,
): { readonly bucket: HeartBucket; readonly taken: number } => {
  const left = leftAt(bucket, nowMs)
  const taken = Math.max(0, Math.min(Math.floor(count), Math.floor(left)))
  return { bucket: { left: left - taken, atMs: Math.max(nowMs, bucket.atMs) }, taken }
}

/** Taps of one client that wait for the next message: `accepted` is what was ever shown and will be sent. */
export interface HeartBundle {
  readonly bucket: HeartBucket
  readonly waiting: number
}

export const emptyBundle = (nowMs: number): HeartBundle => ({ bucket: fullHearts(nowMs), waiting: 0 })

/** One more tap; who taps faster than may be given taps for nothing, and the page shows nothing for it. */
export const tapHeart = (
  { bucket, waiting }: HeartBundle,
  nowMs: number,
): { readonly bundle: HeartBundle; readonly isAccepted: boolean } => {
  const { bucket: rest, taken } = takeHearts(bucket, 1, nowMs)
  return { bundle: { bucket: rest, waiting: waiting + taken }, isAccepted: taken === 1 }
}

/** What the next message carries; what finds no place waits for the one after. */
export const packHearts = ({
  bucket,
  waiting,
}: HeartBundle): { readonly bundle: HeartBundle; readonly count: number } => {
  const count = Math.min(waiting, heartLimits.perMessage)
  return { bundle: { bucket, waiting: waiting - count }, count }
}

/** Hearts over a time, evenly: those of the script, and in a replay what was given in a second. */
export interface HeartSpan {
  /** Milliseconds from the live's begin. */
  readonly atMs: number
  readonly seconds: number
  readonly count: number
}

const madeSpans = new WeakMap<readonly ScriptItem[], readonly HeartSpan[]>()

/** The simulated hearts of a script, as it plays. Rooms ask at every tick: of one script it is worked out once. */
export const heartSpansOf = (script: readonly ScriptItem[]): readonly HeartSpan[] => {
  let spans = madeSpans.get(script)
  if (spans === undefined) {
    spans = script.flatMap((item) =>
      item.kind === 'hearts' ? [{ atMs: item.atMs, seconds: item.seconds, count: item.count }] : [],
    )
    madeSpans.set(script, spans)
  }
  return spans
}

/** How many of a span have flown by then. */
const flownBy = ({ atMs, seconds, count }: HeartSpan, ms: number): number => {
  const share = (ms - atMs) / (seconds * 1000)
  return share <= 0 ? 0 : share >= 1 ? count : Math.floor(count * share)
}

/** Hearts of (fromMs, toMs]: any split of time gives the same hearts once. */
export const heartsBetween = (spans: readonly HeartSpan[], fromMs: number, toMs: number): number =>
  toMs <= fromMs ? 0 : spans.reduce((sum, span) => sum + flownBy(span, toMs) - flownBy(span, fromMs), 0)
