// Every figure that the dashboard shows beside the same figure counted again: by plain SQL over facts, orders, payments and
// refunds, written from what the screens and docs/decisions/053 and 063 say, without a look at how the sums are kept
// (packages/server/test/month/recount-*). What differs is written, up to `shownMax` figures, and makes the bench fail.
import {
  type Compared,
  type ComparedFigure,
  compareFigures,
  plantError,
} from '../packages/server/test/month/compare-figures.ts'
import { dropRecount, prepareRecount } from '../packages/server/test/month/recount-tables.ts'
import type { BenchRow } from './process.ts'

const shownMax = 200

const isWrong = ({ equal }: ComparedFigure): boolean => !equal

const write = (figures: readonly ComparedFigure[]): void => {
  for (const { figure, ours, recount } of figures.slice(0, shownMax))
    process.stderr.write(`${figure}: ours ${ours}, recount ${recount}\n`)
  if (figures.length > shownMax) process.stderr.write(`and ${figures.length - shownMax} more\n`)
}

/** Compares all, then plants an error and looks whether it is found; with `--plant` it is there from the start. */
export const recountFigures = async (given: Compared, where: string): Promise<BenchRow[]> => {
  const { ask, month, member } = given
  const row = (name: string, ours: number, goal: number | undefined, ok: boolean): BenchRow => ({
    name: `${name}, ${where}`,
    ours,
    peer: undefined,
    unit: 'figures',
    ratio: undefined,
    goal,
    ok,
  })
  if (process.argv.includes('--plant')) await plantError(given)
  await prepareRecount(ask, member.firmId)
  try {
    const figures = await compareFigures(given)
    const wrong = figures.filter(isWrong)
    write(wrong)
    const liveId = await plantError(given)
    const lives = month.lives.filter(({ id }) => id === liveId)
    const found = (await compareFigures({ ...given, month: { ...month, lives } })).filter(isWrong)
    const isNamed = found.some(({ figure }) => figure === `live ${lives[0]?.number}: money TWD paid`)
    return [
      row(
        `differ from an independent recount, of ${figures.length.toLocaleString('en')}`,
        wrong.length,
        0,
        wrong.length === 0,
      ),
      row('name a planted error', found.length, undefined, isNamed),
    ]
  } finally {
    await dropRecount(ask)
  }
}
