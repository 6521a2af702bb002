import type { Language } from '@kaimai/contract/common/language.ts'
import { type LetterContents, textsOf } from '@kaimai/contract/letter/letter-blocks.ts'
import { letterTime } from '@kaimai/contract/letter/letter-time.rules.ts'
import { variablesIn } from '@kaimai/contract/letter/letter.rules.ts'
import { viewerKeyLength } from '@kaimai/contract/viewer/viewer-key.rules.ts'
import { mapInTurns } from '../../platform/map-in-turns.ts'
import type { BatchPerson } from '../letter/letter-batch.service.ts'
import type { LetterValues } from '../letter/letter-kind.service.ts'
import type { LiveReader, LiveRecord } from '../live/live-reader.service.ts'

/** The session that a letter names to somebody. */
export interface NamedSession {
  readonly liveId: string
  /** Of who gets in by a link of the own; null: by the live's short one. */
  readonly signupUserId: string | null
  readonly timeZone: string
  /** As the person's form calls it; empty: as the live is called. */
  readonly title: string
}

/** Somebody of an audience. */
export interface SendingPerson extends BatchPerson {
  /** Undefined: a letter names none to them. */
  readonly session?: NamedSession | undefined
}

export interface NamedSessionsDeps {
  readonly liveReader: Pick<LiveReader, 'findMany'>
  /** A path into the room; undefined: the person is gone, or kept out. */
  readonly personalPath: (firmId: string, liveId: string, signupUserId: string) => Promise<string | undefined>
  /** Begins every link of a letter. */
  readonly audienceUrl: () => string
}

/** People whose links are made at once. */
const atOnce = 20

/** What a text says of a session, in any language. */
const saysOf = (contents: LetterContents) => {
  const all = Object.values(contents)
  const names = new Set(
    all
      .flatMap(textsOf)
      .flatMap(variablesIn)
      .map(({ name }) => name),
  )
  const isCounting = all.some(({ blocks }) => blocks.some(({ kind }) => kind === 'countdown'))
  const hasLink = names.has('liveUrl')
  return { hasLink, any: hasLink || isCounting || names.has('sessionTitle') || names.has('liveBeginAt') }
}

/** What mailings say of a session: its name, when it begins for each reader, and the link that lets that one in. */
export const createNamedSessions = ({ liveReader, personalPath, audienceUrl }: NamedSessionsDeps) => {
  const livesOf = async (
    firmId: string,
    people: readonly SendingPerson[],
  ): Promise<ReadonlyMap<string, LiveRecord>> => {
    const ids = new Set(people.flatMap(({ session }) => session?.liveId ?? []))
    return new Map((await liveReader.findMany(firmId, [...ids])).map((live) => [live.id, live]))
  }
  const shortLink = ({ shortUrl }: LiveRecord): string => `${audienceUrl()}/stream/${shortUrl}`

  /** How the values of people are made; a time in words is made once for all to whom it says the same. */
  const valuesFor = () => {
    const times = new Map<string, string>()
    const timeOf = (beginAtMs: number, timeZone: string, language: Language): string => {
      const key = `${beginAtMs} ${language} ${timeZone}`
      const time = times.get(key) ?? letterTime(beginAtMs, timeZone, language)
      times.set(key, time)
      return time
    }
    return (
      { title, timeZone }: NamedSession,
      { id, liveName, beginAtMs }: LiveRecord,
      language: Language,
      liveUrl: string,
    ): LetterValues => ({
      sessionTitle: title || liveName,
      liveBeginAt: timeOf(beginAtMs, timeZone, language),
      liveBeginAtMs: String(beginAtMs),
      liveUrl,
      // By these the begin is read again as the letter leaves: it may have been moved since.
      liveId: id,
      timeZone,
    })
  }

  return {
    /**
     * People with what the text says of their session, to be counted: links are as long as those that will stand there, and
     * open nothing. Where it says nothing of any, no session is kept with them.
     */
    counted: async (
      firmId: string,
      contents: LetterContents,
      people: readonly SendingPerson[],
    ): Promise<readonly SendingPerson[]> => {
      if (!saysOf(contents).any) return people.map((person) => ({ ...person, session: undefined }))
      const lives = await livesOf(firmId, people)
      const valuesOf = valuesFor()
      return mapInTurns(people, (person): SendingPerson => {
        const { session, language } = person
        const live = session && lives.get(session.liveId)
        if (!live) return person
        const own = `${audienceUrl()}/stream/${live.streamId}/${'0'.repeat(viewerKeyLength)}`
        const link = session.signupUserId === null ? shortLink(live) : own
        return { ...person, values: valuesOf(session, live, language, link) }
      })
    },

    /** The same as they are written to: with the links that let each of them in. */
    written: async (
      firmId: string,
      contents: LetterContents,
      people: readonly SendingPerson[],
    ): Promise<readonly SendingPerson[]> => {
      const { any, hasLink } = saysOf(contents)
      if (!any) return people
      const lives = await livesOf(firmId, people)
      const valuesOf = valuesFor()
      const written = async (person: SendingPerson): Promise<SendingPerson> => {
        const { session, language } = person
        const live = session && lives.get(session.liveId)
        if (!live) return person
        const { signupUserId } = session
        const path = hasLink && signupUserId !== null ? await personalPath(firmId, live.id, signupUserId) : undefined
        const link = path === undefined ? shortLink(live) : audienceUrl() + path
        return { ...person, values: valuesOf(session, live, language, link) }
      }
      const all: SendingPerson[] = []
      for (let from = 0; from < people.length; from += atOnce)
        all.push(...(await Promise.all(people.slice(from, from + atOnce).map(written))))
      return all
    },
  }
}
export type NamedSessions = ReturnType<typeof createNamedSessions>
