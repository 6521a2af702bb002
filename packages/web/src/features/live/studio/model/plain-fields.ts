import { scriptedHearts } from '@kaimai/contract/live/live-asked.schema.ts'
import { giveawayLimits } from '@kaimai/contract/room/giveaway.schema.ts'
import { pollLimits } from '@kaimai/contract/room/poll.schema.ts'
import type { ProblemKind } from './problems.ts'
import type { AudienceClip, CallClip, GiveawayClip, HeartsClip, PollClip } from './studio-doc.ts'

/** A clip whose fields, but for its times, are lines and whole numbers: the inspector and the tables show them from here. */
export type PlainClip = CallClip | PollClip | GiveawayClip | HeartsClip | AudienceClip

/** Of texts of the studio: `studio.column.…`. */
type Column =
  | 'text'
  | 'url'
  | 'question'
  | `option${1 | 2 | 3 | 4}`
  | 'seconds'
  | 'prize'
  | 'word'
  | 'winners'
  | 'hearts'
  | 'overSeconds'
  | 'count'

interface LineField {
  readonly kind: 'line'
  readonly column: Column
  readonly value: string
  readonly max: number
  /** What is wrong when it is wrong here. */
  readonly problem?: ProblemKind | undefined
  readonly placeholder?: string
  readonly changed: (value: string) => Partial<CallClip> | Partial<PollClip> | Partial<GiveawayClip>
}
interface WholeField {
  readonly kind: 'whole'
  readonly column: Column
  readonly value: number
  readonly min: number
  readonly max: number
  readonly changed: (
    value: number,
  ) => Partial<PollClip> | Partial<GiveawayClip> | Partial<HeartsClip> | Partial<AudienceClip>
}
export type PlainField = LineField | WholeField

/** The place of the option that a fault of the options stands at: the first that is missing. */
const faultyOption = (options: readonly string[]): number =>
  Math.max(
    0,
    [0, 1].findIndex((at) => (options[at] ?? '').trim() === ''),
  )

const optionsWith = (options: readonly string[], at: number, text: string): string[] =>
  Array.from({ length: Math.max(options.length, at + 1) }, (_, place) => (place === at ? text : (options[place] ?? '')))

const optionFields = ({ options }: PollClip): LineField[] =>
  ([1, 2, 3, 4] as const).map((no) => ({
    kind: 'line',
    column: `option${no}`,
    value: options[no - 1] ?? '',
    max: pollLimits.optionCharacters,
    // Of all options together; shown at one.
    problem: faultyOption(options) === no - 1 ? 'pollOptions' : undefined,
    changed: (text) => ({ options: optionsWith(options, no - 1, text) }),
  }))

const secondsField = (
  seconds: number,
  { minSeconds: min, maxSeconds: max }: typeof pollLimits | typeof giveawayLimits,
): WholeField => ({
  kind: 'whole',
  column: 'seconds',
  value: seconds,
  min,
  max,
  changed: (next) => ({ seconds: next }),
})

/** The fields of a clip in their order; lines first. */
export const plainFields = (clip: PlainClip): readonly PlainField[] => {
  switch (clip.track) {
    case 'callToAction':
      return [
        {
          kind: 'line',
          column: 'text',
          value: clip.text,
          max: 80,
          problem: 'noText',
          changed: (text) => ({ text }),
        },
        {
          kind: 'line',
          column: 'url',
          value: clip.url,
          max: 300,
          problem: 'badUrl',
          placeholder: 'https://',
          changed: (url) => ({ url }),
        },
      ]
    case 'poll':
      return [
        {
          kind: 'line',
          column: 'question',
          value: clip.question,
          max: pollLimits.questionCharacters,
          problem: 'noText',
          changed: (question) => ({ question }),
        },
        ...optionFields(clip),
        secondsField(clip.seconds, pollLimits),
      ]
    case 'giveaway':
      return [
        {
          kind: 'line',
          column: 'prize',
          value: clip.prize,
          max: giveawayLimits.prizeCharacters,
          problem: 'noText',
          changed: (prize) => ({ prize }),
        },
        {
          kind: 'line',
          column: 'word',
          value: clip.word,
          max: giveawayLimits.wordCharacters,
          problem: 'noWord',
          changed: (word) => ({ word }),
        },
        {
          kind: 'whole',
          column: 'winners',
          value: clip.winners,
          min: 1,
          max: giveawayLimits.maxWinners,
          changed: (winners) => ({ winners }),
        },
        secondsField(clip.seconds, giveawayLimits),
      ]
    case 'hearts':
      return [
        {
          kind: 'whole',
          column: 'hearts',
          value: clip.count,
          min: 1,
          max: scriptedHearts.maxCount,
          changed: (count) => ({ count }),
        },
        {
          kind: 'whole',
          column: 'overSeconds',
          value: clip.seconds,
          min: 1,
          max: scriptedHearts.maxSeconds,
          changed: (seconds) => ({ seconds }),
        },
      ]
    case 'audience':
      return [
        {
          kind: 'whole',
          column: 'count',
          value: clip.count,
          min: 0,
          max: 100_000,
          changed: (count) => ({ count }),
        },
      ]
  }
}
