import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkPieces } from '../../../test/adds-up/books.ts'
import { aClerk, closeBooks } from '../../../test/adds-up/clerk.ts'
import { performMortal } from '../../../test/adds-up/perform.ts'
import { twoProcesses } from '../../../test/adds-up/shop-under-test.ts'
import { stepsOf } from '../../../test/adds-up/steps.ts'
import { testSet } from '../../../test/database.ts'
import { sharedDatabase } from '../../../test/fixtures.ts'

const processes = twoProcesses(await sharedDatabase())

/** `npm run explore -- sums` takes 500 of them; here as many as cost some seconds. */
const runs = Number(process.env['KAIMAI_TEST_SUMS'] ?? (testSet() === 'postgres' ? 15 : 25))
const steps = 60
/** It only ends what hangs. */
const runMs = 20_000

test(
  'PAYMENT-420 Whatever buyers, staff, gateways, time and kills do in 60 steps, stock, money, discounts and points add up to the dollar',
  async () => {
    const reached = new Set<string>()
    await fc.assert(
      fc.asyncProperty(stepsOf(steps), async (taken) => {
        const clerk = await aClerk(processes)
        for (const [at, step] of taken.entries()) {
          await performMortal(clerk, step)
          for (const { state } of clerk.orders) reached.add(state)
          if (at % 20 === 0) await checkPieces(processes, clerk.room, clerk.orders)
        }
        await closeBooks(clerk)
        for (const { extras, discount } of clerk.orders) {
          if (extras.length > 0) reached.add('paidTwice')
          if (discount > 0) reached.add('discount')
        }
      }),
      { numRuns: runs, endOnFailure: true },
    )
    // The steps get as far as they are meant to.
    const wanted = ['paid', 'partlyRefunded', 'refunded', 'refundDue', 'expired', 'cancelled', 'paidTwice', 'discount']
    expect([...reached]).toEqual(expect.arrayContaining(wanted))
  },
  runs * runMs,
)
