import type { ScriptedComment } from '@kaimai/contract/comment-mod/comment-mod.routes.ts'

export interface MarkedWords {
  /** Milliseconds since the live's begin. */
  readonly ms: number
  readonly text: string
}

export interface Speaker {
  readonly name: string
  readonly userImgId: string
}

export interface Taken {
  /** By second. */
  readonly comments: readonly ScriptedComment[]
  /** The group had the same words at the same second. */
  readonly already: number
  /** Before the begin, or past the end of the video. */
  readonly outside: number
}

/** Of a scripted comment, in seconds. */
const tenth = (seconds: number): number => Math.round(seconds * 10) / 10

/**
 * Makes scripted comments of marked ones: the words alone, each at its second. Who said them was a real person; their
 * name stays with them, and virtual users say the words in turn, nobody twice running while there are two.
 */
export const takeMarked = (input: {
  readonly marked: readonly MarkedWords[]
  readonly present: readonly ScriptedComment[]
  readonly speakers: readonly Speaker[]
  /** Undefined while the length isn't known. */
  readonly videoMs: number | undefined
}): Taken => {
  const { marked, present, speakers, videoMs } = input
  const last = videoMs ?? 86_400_000
  const within = marked.filter(({ ms }) => ms >= 0 && ms <= last)
  const known = new Set(present.map(({ commentTime, commentText }) => `${tenth(commentTime)} ${commentText}`))
  const comments: ScriptedComment[] = []
  let already = 0
  for (const { ms, text } of within.toSorted((a, b) => a.ms - b.ms)) {
    const commentTime = tenth(ms / 1000)
    const speaker = speakers[comments.length % Math.max(1, speakers.length)]
    if (known.has(`${commentTime} ${text}`) || !speaker) {
      already += 1
      continue
    }
    known.add(`${commentTime} ${text}`)
    comments.push({ userImgId: speaker.userImgId, userName: speaker.name, commentText: text, commentTime })
  }
  return { comments, already, outside: marked.length - within.length }
}
