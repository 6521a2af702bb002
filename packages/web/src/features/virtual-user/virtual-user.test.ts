import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { createTestClock } from '../../lib/clock/clock.ts'
import { configureHttp } from '../../lib/http/http.ts'
import { virtualUserChoices } from './virtual-user.api.ts'

afterEach(() => configureHttp({}))

/** A firm with so many virtual users, as the server answers its list. */
const firmWith = (total: number) => {
  const asked: string[] = []
  const clock = createTestClock()
  configureHttp({
    clock,
    fetch: async (input) => {
      const url = new URL(String(input), 'http://localhost')
      asked.push(url.search)
      const from = Number(url.searchParams.get('cursor') ?? 0)
      const limit = Number(url.searchParams.get('limit'))
      const count = Math.max(0, Math.min(limit, total - from))
      const data = Array.from({ length: count }, (_, index) => ({
        id: String(from + index),
        name: `甲${from + index}`,
      }))
      const cursor = from + count < total ? String(from + count) : undefined
      return Response.json({ data, page: { total, cursor } })
    },
  })
  const load = async () => {
    const query = new QueryClient().fetchQuery(virtualUserChoices())
    await clock.forward(10_000)
    return query
  }
  return { asked, load }
}

test('VIRTUAL-USER-7 Who speaks is chosen among all virtual users, however many pages they fill', async () => {
  const few = firmWith(3)
  expect((await few.load()).map(({ name }) => name)).toEqual(['甲0', '甲1', '甲2'])
  expect(few.asked).toHaveLength(1)
  const many = firmWith(230)
  expect(await many.load()).toHaveLength(230)
  expect(many.asked).toEqual(['?limit=100', '?limit=100&cursor=100', '?limit=100&cursor=200'])
})

test('VIRTUAL-USER-8 A choice holds at most five hundred people', async () => {
  const many = firmWith(2000)
  expect(await many.load()).toHaveLength(500)
  expect(many.asked).toHaveLength(5)
})
