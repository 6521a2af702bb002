import { expect, test } from 'vitest'
import { z } from 'zod'
import { allRoutes } from './all-routes.ts'
import { plannedCalls } from './planned-calls.ts'
import { specCalls } from './spec-calls.ts'

const callOf = ({ service, method, path }: { service: string; method: string; path: string }) =>
  `${service} ${method} ${path}`
const made = new Map(Object.entries(allRoutes).map(([name, route]) => [callOf(route), { name, route }]))
const later = new Set(plannedCalls.map(({ call }) => call))

test('CONTRACT-1 Every call of the specification is in the contract, or in the list of what a later part brings', () => {
  expect(specCalls.filter((call) => !made.has(call) && !later.has(call))).toEqual([])
})

test('CONTRACT-2 The list of later calls names only calls of the specification that are not there yet', () => {
  const known = new Set(specCalls)
  expect([...later].filter((call) => !known.has(call) || made.has(call))).toEqual([])
  expect(later.size).toBe(plannedCalls.length)
})

test('CONTRACT-3 A route that the specification does not have says that it was added', () => {
  const known = new Set(specCalls)
  const wrong = [...made]
    .filter(([call, { route }]) => known.has(call) === (route.added === true))
    .map(([call]) => call)
  // The profile shares its path with the login; the specification knows the call and not its path.
  expect(wrong).toEqual([])
})

test('CONTRACT-4 No two routes share method and path, without regard to case', () => {
  const keys = Object.values(allRoutes).map((route) => callOf(route).toLowerCase().replace(/:\w+/g, ':'))
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
})

test('CONTRACT-6 A route with ids in its path says what they are, and no other does', () => {
  const wrong = Object.entries(allRoutes).filter(([, route]) => {
    const named = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name)
    const params = route.params instanceof z.ZodObject ? Object.keys(route.params.shape) : []
    return named.toSorted().join() !== params.toSorted().join()
  })
  expect(wrong.map(([name]) => name)).toEqual([])
})

test('CONTRACT-5 Every route says what it does in one line', () => {
  const wordless = Object.entries(allRoutes).filter(([, { summary }]) => summary.length < 8 || summary.includes('\n'))
  expect(wordless.map(([name]) => name)).toEqual([])
})
