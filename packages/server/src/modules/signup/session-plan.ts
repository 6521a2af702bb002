import { fail } from '@kaimai/contract/common/error.ts'
import { planOf, stepsOf } from '@kaimai/contract/letter/automatic-letters.rules.ts'
import type { SessionStep } from '@kaimai/contract/letter/automatic-letters.routes.ts'
import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import type { Clock } from '../../platform/clock.ts'
import type { AutomaticLettersService } from '../letter-template/automatic-letters.service.ts'
import type { LetterService } from '../letter/letter.service.ts'
import type { LiveReader } from '../live/live-reader.service.ts'
import type { SessionLetter, SessionLetterStore } from './session-letter.store.ts'

interface SessionPlanDeps {
  readonly clock: Clock
  readonly store: Pick<SessionLetterStore, 'ofSubject'>
  readonly letters: Pick<LetterService, 'countsOfSession'>
  readonly liveReader: Pick<LiveReader, 'findMany' | 'moves'>
  readonly automatic: Pick<AutomaticLettersService, 'show'>
}
type Counts = SessionStep['counts']

/** Letters that go to each person when something happens to them or to their session. */
const typesOfEvents: readonly number[] = [letterTypes.signupComplete, letterTypes.liveMoved]

const sumOf = (all: readonly Counts[]): Counts => {
  const sum = { waiting: 0, sent: 0, failed: 0, skipped: 0, unknown: 0 }
  for (const each of all) for (const name of Object.keys(sum) as (keyof Counts)[]) sum[name] += each[name]
  return sum
}

const whenOf = ({ type, step }: SessionLetter): SessionStep['when'] => {
  if (step === 'now') return 'now'
  if (type === letterTypes.liveCancelled) return 'event'
  return step === '0' ? 'begin' : 'before'
}

/** Which letters go to the people of a session and when, in that order. */
export const createSessionPlan =
  ({ clock, store, letters, liveReader, automatic }: SessionPlanDeps) =>
  async (firmId: string, liveId: string): Promise<{ steps: SessionStep[] }> => {
    const [live] = await liveReader.findMany(firmId, [liveId])
    if (!live) throw fail('noData')
    const { beginAtMs, endAtMs } = live
    const opened = await store.ofSubject(firmId, liveId)
    const counted = await letters.countsOfSession(firmId, liveId)
    const countsOf = (type: number, rest?: string): Counts =>
      sumOf(counted.filter((each) => each.type === type && (rest === undefined || each.rest === rest)))

    const byEvents = typesOfEvents
      .map((type): SessionStep => {
        const about = { when: 'event', minutes: 0, dueAt: null, isOfEarlierTime: false, state: 'done' } as const
        return { ...about, letterTemplateType: type, counts: countsOf(type) }
      })
      .filter(({ counts }) => Object.values(counts).some((count) => count > 0))

    const begun = opened.map((letter): SessionStep => {
      const { type, step, beginAt, seatedBefore, doneAt } = letter
      return {
        letterTemplateType: type,
        when: whenOf(letter),
        minutes: step === 'now' ? 0 : Number(step),
        dueAt: seatedBefore.toISOString(),
        isOfEarlierTime: beginAt.getTime() !== beginAtMs,
        state: doneAt === null ? 'sending' : 'done',
        counts: countsOf(type, `${type}:${step}:${beginAt.getTime()}`),
      }
    })

    const isOpened = (minutes: number): boolean =>
      opened.some(
        ({ type, step, beginAt }) =>
          type !== letterTypes.liveCancelled && step === String(minutes) && beginAt.getTime() === beginAtMs,
      )
    const movedAtMs = (await liveReader.moves(firmId, [liveId]))(liveId).movedAt?.getTime() ?? null
    const minutes = live.cancelledAtMs === null ? stepsOf(await automatic.show(firmId)) : []
    const planned = planOf({ beginAtMs, endAtMs, movedAtMs, minutes }, isOpened, clock.ms()).flatMap(
      ({ minutes: before, dueAtMs, state }): SessionStep[] =>
        state === 'opened'
          ? []
          : [
              {
                letterTemplateType: before === 0 ? letterTypes.liveBegins : letterTypes.liveNotice,
                when: before === 0 ? 'begin' : 'before',
                minutes: before,
                dueAt: new Date(dueAtMs).toISOString(),
                isOfEarlierTime: false,
                state,
                counts: sumOf([]),
              },
            ],
    )
    const timed = [...begun, ...planned].toSorted((a, b) => Date.parse(a.dueAt ?? '') - Date.parse(b.dueAt ?? ''))
    return { steps: [...byEvents, ...timed] }
  }
