import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { keepRetiredFiles } from './retired-files.ts'

const hourMs = 3_600_000

test('APP-610 Files of a replaced build stay for a day after it, and those of the new one are what they are', () => {
  const dist = mkdtempSync(join(tmpdir(), 'kaimai-retired-'))
  let at = Date.parse('2026-11-20T12:00:00Z')
  const release = (files: Readonly<Record<string, string>>): string[] => {
    const next = join(dist, 'next')
    mkdirSync(join(next, 'assets'), { recursive: true })
    for (const [name, content] of Object.entries(files)) writeFileSync(join(next, 'assets', name), content)
    keepRetiredFiles(dist, next, at)
    rmSync(join(dist, 'client'), { recursive: true, force: true })
    renameSync(next, join(dist, 'client'))
    return readdirSync(join(dist, 'client', 'assets')).sort()
  }
  expect(release({ 'main-a.js': 'a', 'react-x.js': 'x' })).toEqual(['main-a.js', 'react-x.js'])
  // The first stood for a month; its day begins when it is replaced.
  at += 30 * 24 * hourMs
  expect(release({ 'main-b.js': 'b', 'react-x.js': 'x' })).toEqual(['main-a.js', 'main-b.js', 'react-x.js'])
  at += 23 * hourMs
  expect(release({ 'main-c.js': 'c' })).toEqual(['main-a.js', 'main-b.js', 'main-c.js', 'react-x.js'])
  expect(readFileSync(join(dist, 'client/assets/main-a.js'), 'utf8')).toBe('a')
  at += hourMs
  expect(release({ 'main-d.js': 'd' })).toEqual(['main-b.js', 'main-c.js', 'main-d.js', 'react-x.js'])
  // One that comes again is the build's own, and has a day once more when it goes.
  expect(release({ 'main-a.js': 'a' })).toContain('main-a.js')
  rmSync(dist, { recursive: true })
})
