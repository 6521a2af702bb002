import type { Language } from '@kaimai/contract/common/language.ts'
import type { LetterContents } from '@kaimai/contract/letter/letter-blocks.ts'
import type { EventName, Events } from '../../platform/events/events.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { valuesOf } from './letter-content.ts'
import {
  type AutomaticLetterKind,
  checkKind,
  type LetterKind,
  type LettersOfFirm,
  type LetterValues,
  type LetterToPerson,
} from './letter-kind.service.ts'
import type { LetterQueueStore } from './letter-queue.store.ts'
import type { NewAddresses } from './new-addresses.ts'
import { canFill, checkFilled, lackOf, subjectOf } from './render-letter.ts'
import { sendLettersJob } from './send-letters.ts'

/** Letters that are queued in one transaction. */
export interface LettersToQueue extends Omit<LettersOfFirm, 'firmId' | 'letters'> {
  /** Null: the platform writes. */
  readonly firmId: string | null
  readonly type: number
  readonly letters: readonly (LetterToPerson & {
    /** It waits until the firm may write to new addresses again. */
    readonly isHeld?: boolean
  })[]
}

const replacedBy = ({ insteadOf = [] }: Pick<LetterToPerson, 'insteadOf'>): readonly string[] => insteadOf

/** Letters with the same one are one: they say the same of the same times. */
const letterKey = ({ audience = { kind: 'event' }, calendar }: LetterToPerson): string =>
  audience.kind === 'session'
    ? `session:${audience.liveId}:${audience.sequence}:${calendar?.beginAtMs ?? ''}:${calendar?.endAtMs ?? ''}`
    : audience.kind

/** The kinds of letters there are, and how letters of them get into the queue. */
export const createLetterQueue = ({
  db,
  store,
  jobs,
  clock,
  events,
  newAddresses,
}: {
  readonly db: Database
  readonly store: LetterQueueStore
  readonly jobs: Pick<Jobs, 'enqueue'>
  readonly clock: Clock
  readonly events: Pick<Events, 'on'>
  readonly newAddresses: NewAddresses
}) => {
  const kinds = new Map<number, LetterKind>()

  /** A kind whose letters a module queues itself. Throws for one whose texts hold what it doesn't have. */
  const add = (kind: LetterKind): void => {
    if (kinds.has(kind.type)) throw new Error(`there are two kinds of letters of type ${kind.type}`)
    checkKind(kind)
    kinds.set(kind.type, kind)
  }

  /**
   * The text that a person gets: the firm's own, or the built-in one where that would have a gap, for a letter with a link
   * that somebody waits for is worth more than its words.
   */
  const textFor = (
    own: LetterContents | undefined,
    builtIn: LetterContents | undefined,
    language: Language,
    values: LetterValues,
  ): { readonly contents: LetterContents; readonly isOwn: boolean; readonly lack?: string } => {
    if (own && (builtIn === undefined || canFill(own, language, values))) return { contents: own, isOwn: true }
    if (builtIn === undefined) throw new Error('a letter without a text')
    return { contents: builtIn, isOwn: false, ...(own && { lack: lackOf(own, language, values) }) }
  }

  /** Throws for a letter that would have a gap, and queues nothing then. A key that is there already is queued no more. */
  const queue = async (tx: Tx, { firmId, firmName, type, letters, contents: own }: LettersToQueue): Promise<void> => {
    const builtIn = kinds.get(type)?.contents
    if (!builtIn && !own) throw new Error(`there are no letters of type ${type}`)
    const now = clock.now()
    const filled = letters.map((letter) => {
      const values = { firmName, ...letter.values }
      const all = valuesOf({ toName: letter.name, values })
      const text = textFor(own, builtIn, letter.language, all)
      const { contents } = text
      checkFilled(contents, letter.language, all)
      return { ...letter, ...text, id: newId(), values, subject: subjectOf(contents[letter.language], all) }
    })
    const replaced =
      firmId === null ? new Map<string, boolean>() : await store.supersede(firmId, letters.flatMap(replacedBy), now, tx)
    const groups = Map.groupBy(filled, (letter) => `${letter.isOwn ? 'own' : 'builtIn'}:${letterKey(letter)}`)
    let inserted = 0
    // In one order, so that two who queue for the same sessions never wait for each other.
    for (const [, people] of [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      const [first] = people
      if (!first) continue
      const { contents, isOwn } = first
      const versionId = await store.holdVersion({ firmId: isOwn ? firmId : null, type, contents, now }, tx)
      const letterId = await store.holdLetter(
        {
          firmId,
          key: `${versionId}:${letterKey(first)}`,
          type,
          channel: 'email',
          versionId,
          audience: first.audience ?? { kind: 'event' },
          calendar: first.calendar ?? null,
          scheduledAt: null,
          createdAt: now,
        },
        tx,
      )
      inserted += await store.insert(
        people.map(({ id, key, name, to, language, values, subject, ...letter }) => ({
          id,
          firmId,
          letterId,
          key,
          type,
          toName: name,
          toAddress: to,
          language,
          values,
          subject,
          state: 'queued' as const,
          transport: '',
          reference: '',
          problem: '',
          attempts: 0,
          leaseUntil: null,
          dueAt: now,
          heldSince:
            letter.isHeld === true || replacedBy(letter).some((old) => replaced.get(old) === true) ? now : null,
          createdAt: now,
          sentAt: null,
        })),
        tx,
      )
      const notes = people.flatMap(({ id, lack }) => (lack === undefined ? [] : [{ id, problem: lack }]))
      await store.noteBuiltIn(notes, now, tx)
    }
    if (inserted > 0) await jobs.enqueue(sendLettersJob, {}, { on: tx, key: 'due' })
  }

  /** What may not go now waits, or goes not at all, as its class says. */
  const admit = async ({ class: as }: LetterKind, firmId: string, letters: readonly LetterToPerson[]) => {
    if (as === 'receipt') return letters.map((letter) => ({ ...letter, isHeld: false }))
    const unasked = letters.filter(({ isAwaited }) => isAwaited !== true)
    const may = await newAddresses.mayWrite(
      firmId,
      unasked.map(({ to }) => to),
    )
    const held = new Set(unasked.filter((_, at) => may[at] !== true))
    const admitted = letters.map((letter) => ({ ...letter, isHeld: held.has(letter) }))
    return as === 'code' ? admitted.filter(({ isHeld }) => !isHeld) : admitted
  }

  /**
   * Queues letters of a kind as its class allows; `also` runs in the same transaction, first. A key that is there already is
   * queued no more. Answers how many are new.
   */
  const writeAs = async (
    kind: LetterKind & Pick<AutomaticLetterKind<EventName>, 'make'>,
    { firmId, firmName, contents, letters }: LettersOfFirm,
    also: (tx: Tx) => Promise<void> = async () => {},
  ): Promise<number> => {
    const admitted = await admit(kind, firmId, letters)
    return db.transaction(async (tx) => {
      await also(tx)
      const made: typeof admitted = []
      // What is made for a letter may end what was made before: for one that is queued already nothing is.
      const known = await store.known(
        firmId,
        admitted.map(({ key }) => key),
        tx,
      )
      for (const letter of admitted) {
        if (known.has(letter.key)) continue
        const values = kind.make ? await kind.make(tx, firmId, letter) : {}
        if (values !== undefined) made.push({ ...letter, values: { ...letter.values, ...values } })
      }
      await queue(tx, { firmId, firmName, contents, type: kind.type, letters: made })
      if (kind.class === 'receipt') for (const { to } of made) await newAddresses.releaseTo(tx, firmId, to)
      return made.length
    })
  }

  return {
    kindOf: (type: number): LetterKind | undefined => kinds.get(type),
    kinds: (): readonly LetterKind[] => [...kinds.values()],
    add,
    queue,

    /** Letters of a kind that is known; throws for another. `also` runs in their transaction. Answers how many are new. */
    write: (type: number, loaded: LettersOfFirm, also?: (tx: Tx) => Promise<void>): Promise<number> => {
      const kind = kinds.get(type)
      if (!kind) throw new Error(`there are no letters of type ${type}`)
      return writeAs(kind, loaded, also)
    },

    /** A kind that is written by itself when its event happens; a repeated event sends nothing twice. */
    follow: <E extends EventName>(kind: AutomaticLetterKind<E>): void => {
      add(kind)
      events.on(kind.event, kind.subscriber, async (payload) => {
        const loaded = await kind.load(payload)
        if (loaded && loaded.letters.length > 0) await writeAs(kind, loaded)
      })
    },
  }
}
export type LetterQueue = ReturnType<typeof createLetterQueue>
