import type { Language } from '@kaimai/contract/common/language.ts'
import { type LetterContents, textsOf } from '@kaimai/contract/letter/letter-blocks.ts'
import { variablesIn } from '@kaimai/contract/letter/letter.rules.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { EventMap, EventName } from '../../platform/events/events.ts'
import type { CalendarEntry, LetterAudience } from './letter.tables.ts'

/**
 * receipt: about money that came, never held back · notice: waits where a firm writes to too many new addresses · code:
 * worthless when it waits, so it goes at once or not at all · account: of the platform, to members of firms
 */
export type LetterClass = 'receipt' | 'notice' | 'code' | 'account'

export type LetterValues = Readonly<Record<string, string>>

/** A letter to one person. */
export interface LetterToPerson {
  /** Unique in the firm: the same key is the same letter, and it goes once. */
  readonly key: string
  readonly name: string
  readonly to: string
  readonly language: Language
  /** Of the kind's variables; the names of person and firm apart. */
  readonly values: LetterValues
  /** What people share this letter for; nothing: they share the kind's. */
  readonly audience?: LetterAudience
  readonly calendar?: CalendarEntry
  /** Its person holds something that it is about: it goes however many the firm writes to. */
  readonly isAwaited?: boolean
  /** Keys of letters that need not go any more where they still wait; where one was held back, this one is. */
  readonly insteadOf?: readonly string[]
}

/** What follows from an event: the letters of a firm. */
export interface LettersOfFirm {
  readonly firmId: string
  readonly firmName: string
  /** The firm's own text. Who lacks a value that it needs gets the built-in one; undefined: everybody does. */
  readonly contents?: LetterContents | undefined
  readonly letters: readonly LetterToPerson[]
}

/** A kind of letter: one row, of the module that has its facts. */
export interface LetterKind {
  /** letterTemplateType; those of the platform itself are above 100. */
  readonly type: number
  readonly class: LetterClass
  /** All that its texts may hold beside `name` and `firmName`. */
  readonly variables: readonly string[]
  readonly contents: LetterContents
  /** Addresses that let their holder in by what stands behind `#`: a firm's log shows them without it. */
  readonly secrets?: readonly string[]
  /**
   * The person's address by now, by the letter's key; empty: the person wants no letters any more; undefined: the person
   * is gone or was never one.
   */
  readonly addressNow?: (firmId: string, key: string) => Promise<string | undefined>
  /** Milliseconds from when it is queued until it is of no use any more; nothing: it stays true. */
  readonly goodForMs?: number
  /** Whether a letter that waits says what no longer holds, by its key; it goes no more then. */
  readonly isOver?: (firmId: string, key: string) => Promise<boolean>
}

/** A kind that is written by itself. */
export interface AutomaticLetterKind<E extends EventName> extends LetterKind {
  readonly event: E
  /** Its name among those who follow the event, for ever: waiting events carry it. */
  readonly subscriber: string
  /** Undefined: nothing is written. May run again for the same event. */
  readonly load: (payload: EventMap[E]) => Promise<LettersOfFirm | undefined>
  /** Values that are made in the transaction that queues the letter; undefined: it is not queued after all. */
  readonly make?: (tx: Tx, firmId: string, letter: LetterToPerson) => Promise<LetterValues | undefined>
}

/** Throws for a kind whose texts hold a variable that it doesn't have. */
export const checkKind = ({ type, variables, contents }: LetterKind): void => {
  const known = new Set(['name', 'firmName', ...variables])
  for (const content of Object.values(contents))
    for (const { name } of textsOf(content).flatMap(variablesIn))
      if (!known.has(name)) throw new Error(`letters of type ${type} have no variable ${name}`)
}
