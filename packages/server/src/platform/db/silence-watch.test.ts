import { expect, test } from 'vitest'
import { silentLog } from '../../../test/database.ts'
import { createSilenceWatch, type DatabaseSilent } from './silence-watch.ts'

const aWatch = () => {
  const errors: DatabaseSilent[] = []
  const watch = createSilenceWatch({ timeoutMs: 40, log: silentLog, onSilent: (error) => void errors.push(error) })
  return { watch, errors }
}

test('DB-27 A database that does not answer an ordinary statement in time is given up once, and it is said at what it was', async () => {
  const { watch, errors } = aWatch()
  watch.beStrict()
  watch.asked(1, 'select 1')
  watch.answered(1)
  watch.asked(2, 'update "live" set "liveName" = $1')
  watch.asked(3, 'select 3')
  await expect.poll(() => errors.length).toBe(1)
  expect(errors[0]?.message).toContain('update "live"')
})

test('DB-28 A start and the upkeep of the database may take ten times as long, and one without work as long as it likes', async () => {
  const { watch: upkeep, errors: ofUpkeep } = aWatch()
  const { watch: starting, errors: ofStart } = aWatch()
  const { watch: idle, errors: ofIdle } = aWatch()
  const { watch: ordinary, errors: ofOrdinary } = aWatch()
  for (const watch of [upkeep, idle, ordinary]) watch.beStrict()
  upkeep.asked(1, 'vacuum', true)
  starting.asked(1, 'create table a ()')
  ordinary.asked(1, 'select 1')
  await expect.poll(() => ofOrdinary.length).toBe(1)
  expect([ofUpkeep, ofStart, ofIdle]).toEqual([[], [], []])
  await expect.poll(() => [ofUpkeep.length, ofStart.length]).toEqual([1, 1])
  expect(ofIdle).toEqual([])
  idle.stop()
})
