import { expect, test } from 'vitest'
import { callsOnDisk, callsText } from './calls.ts'

test('API-6 docs/calls.md is what the contract says (node tooling/calls.ts writes it)', async () => {
  expect(await callsOnDisk()).toBe(callsText())
})
