import { expect, test } from 'vitest'
import { twoNodes, twoNodesSmoke } from './fault/two-nodes.ts'

test('JOURNEY-85 Viewers of two processes on Redis and PostgreSQL see the same messages in the same order; a killed process loses none that was acknowledged, and its viewers are back within 5 s', {
  timeout: 180_000,
}, async () => {
  const findings = await twoNodes(twoNodesSmoke)
  expect(findings.filter(({ holds }) => !holds)).toEqual([])
  expect(findings.length).toBeGreaterThan(5)
})
