import { describe, expect, test } from 'vitest'
import { checkLooseTexts, checkPauses, checkShortWaits, checkWallClock } from './test-timing.ts'
import { treeOf } from './tree.ts'

describe('time in tests', () => {
  const test1 = 'packages/server/src/a.test.ts'
  const journey = 'e2e/a.e2e.ts'

  test.each([
    ['a short limit', checkShortWaits, test1, 'await expect.poll(f, { timeout: 5_000 }).toBe(1)'],
    ['a short limit with a name', checkShortWaits, test1, 'const soon = { timeout: 3000 }'],
    ['vi without a limit', checkShortWaits, test1, 'await vi.waitFor(() => f())'],
    ['a difference in an assertion', checkWallClock, test1, 'expect(performance.now() - began).toBeLessThan(9)'],
    [
      'a difference that has a name',
      checkWallClock,
      test1,
      'const began = Date.now(); const took = Date.now() - began; expect(took).toBeLessThan(9)',
    ],
    [
      'the longest of them',
      checkWallClock,
      test1,
      'let most = 0; let at = performance.now(); most = Math.max(most, performance.now() - at); expect(most).toBe(1)',
    ],
    [
      'what a function answers',
      checkWallClock,
      test1,
      'const quickest = async () => { const times = []; const began = Date.now(); times.push(Date.now() - began); return Math.min(...times) }; const ms = await quickest(); expect(ms / 2).toBeLessThan(9)',
    ],
    ['a pause', checkPauses, test1, 'const f = async () => {\n  g()\n  await sleep(300)\n}'],
    ['a pause of a page', checkPauses, journey, 'await f()\nawait page.waitForTimeout(500)'],
    ['the first text of a page', checkLooseTexts, journey, "await page.getByText('Ready').first().waitFor()"],
    [
      'the first text of main',
      checkLooseTexts,
      journey,
      "await page.getByRole('main').getByText(say.ready, { exact: true }).first().waitFor({ timeout: 90_000 })",
    ],
  ])('catches %s', (_title, check, path, text) => {
    expect(check(treeOf({ [path]: text }))).toHaveLength(1)
  })

  test.each([
    ['a long limit', checkShortWaits, test1, 'await expect.poll(f, { timeout: 30_000 }).toBe(1)'],
    ['a picture', checkShortWaits, journey, 'await page.screenshot({ path, timeout: 5000 })'],
    ['a least time', checkWallClock, test1, 'expect(performance.now() - began).toBeGreaterThan(9)'],
    ['what is no test', checkWallClock, 'bench/a.ts', 'expect(performance.now() - began).toBeLessThan(9)'],
    ['the difference of a clock that is moved', checkWallClock, test1, 'expect(clock.ms() - began).toBe(9)'],
    ['a poll', checkPauses, test1, 'while (!f()) await sleep(20)'],
    ['a pause with its reason', checkPauses, test1, '// Nothing may come in this time.\nawait sleep(300)'],
    [
      'the text of a row',
      checkLooseTexts,
      journey,
      "await page.locator('main tr').getByText('Ready').first().waitFor()",
    ],
  ])('lets %s pass', (_title, check, path, text) => {
    expect(check(treeOf({ [path]: text }))).toEqual([])
  })
})
