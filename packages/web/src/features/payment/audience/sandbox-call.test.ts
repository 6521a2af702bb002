import { sandboxOutcomes } from '@kaimai/contract/payment/payment.routes.ts'
import { expect, test } from 'vitest'
import { outcomesOf } from './sandbox-call.ts'

test('PAYMENT-23 The test gateway offers what can still happen', () => {
  expect([...outcomesOf('created', 'atm')].toSorted()).toEqual([...sandboxOutcomes].toSorted())
  expect(outcomesOf('created', 'card')).not.toContain('issueCode')
  expect(outcomesOf('waiting', 'atm')).not.toContain('issueCode')
  for (const state of ['paid', 'failed', 'expired'] as const) expect(outcomesOf(state, 'atm')).toEqual([])
})
