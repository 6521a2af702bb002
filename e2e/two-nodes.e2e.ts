import { expect, test } from 'vitest'
import { twoNodes, twoNodesSmoke } from './fault/two-nodes.ts'

test('JOURNEY-85 Viewers of two processes on Redis and PostgreSQL see the same messages in the same order; a killed process loses none that was acknowledged, its viewers are back within 5 s, and what one changed of a price is on every page of the other, told or not', {
  timeout: 180_000,
}, async () => {
  const findings = await twoNodes(twoNodesSmoke)
  expect(findings.filter(({ holds }) => !holds)).toEqual([])
  expect(findings.length).toBeGreaterThan(5)
})
