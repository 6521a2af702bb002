import { describe, expect, test } from 'vitest'
import { checkCycles } from './cycles.ts'
import { checkContractPackages, checkDirections, checkPlaces } from './directions.ts'
import { checkAny, checkBarrels, checkFilePaths, checkMarks, checkSpreads, checkSwitchedOff } from './loose-ends.ts'
import { checkAccess, checkBound, checkFetch, checkParams, checkTwins } from './routes.ts'
import { checkModuleOrder } from './module-order.ts'
import { checkTestTitles, renumbered, rulesText, testTitles } from './rule-numbers.ts'
import { checkLength, checkNames, checkSlugs } from './slugs.ts'
import { checkTexts, checkUsedTexts } from './texts.ts'
import { treeOf } from './tree.ts'
import { checkUnattended } from './unattended.ts'
import { checkWords } from './words.ts'

// Each rule on small trees in memory: what it must let pass, and what it must catch.
const contract = 'packages/contract/src'
const server = 'packages/server/src'
const web = 'packages/web/src'

describe('directions', () => {
  const offences = (files: Record<string, string>) => checkDirections(treeOf(files))

  test('lets each zone read what stands to its left', () => {
    const files = {
      [`${contract}/letter/letter.routes.ts`]: "import { firm } from '../common/access.ts'",
      [`${server}/platform/http/bind.ts`]: "import { defineRoutes } from '@kaimai/contract/common/route.ts'",
      [`${server}/modules/letter/letter.plugin.ts`]: `
        import { letterRoutes } from '@kaimai/contract/letter/letter.routes.ts'
        import { bind } from '../../platform/http/bind.ts'
        import type { LetterService } from './letter.service.ts'
        import type { VideoService } from '../video/video.service.ts'
        import { orderPaid } from '../order/order.events.ts'`,
      [`${server}/app.ts`]: "import { letterPlugin } from './modules/letter/letter.plugin.ts'",
      [`${web}/features/letter/letter.api.ts`]: "import { call } from '../../lib/call.ts'",
      [`${web}/features/letter/letter-form.page.tsx`]: `
        import { videoList } from '../video/video.api.ts'
        import { VideoPicker } from '../video/video-picker.tsx'
        import { Button } from '../../ui/button.tsx'
        import texts from './text/en.json' with { type: 'json' }`,
      [`${web}/ui/button.tsx`]: "import { Loader } from './loader.tsx'\nimport { useState } from 'react'",
      [`${server}/modules/letter/letter.test.ts`]: "import { testApp } from '../../../test/test-app.ts'",
      [`${contract}/all-routes.ts`]: "import { letterRoutes } from './letter/letter.routes.ts'",
      'e2e/letter.e2e.ts': "import { seed } from '../packages/server/seed/demo.ts'",
    }
    expect(offences(files)).toEqual([])
  })

  test.each([
    ['common reads a feature', `${contract}/common/route.ts`, "import '../letter/letter.routes.ts'"],
    ['the contract reads the server', `${contract}/letter/a.ts`, "import '@kaimai/server/app.ts'"],
    [
      'platform reads a feature of the contract',
      `${server}/platform/a.ts`,
      "import '@kaimai/contract/live/live.rules.ts'",
    ],
    ['platform reads a module', `${server}/platform/a.ts`, "import type { A } from '../modules/live/live.service.ts'"],
    ['a module reads app', `${server}/modules/live/live.service.ts`, "import { app } from '../../app.ts'"],
    ['a module reads tests', `${server}/modules/live/live.service.ts`, "import '../../../test/test-app.ts'"],
    ['a type of the server in the web', `${web}/lib/a.ts`, "import type { A } from '@kaimai/server/app.ts'"],
    ['a type named by import()', `${web}/lib/a.ts`, "type A = import('../../../server/src/app.ts').App"],
    ['the server loads the web', `${server}/app.ts`, "await import('../../web/src/app/main.tsx')"],
    ['the server passes on the web', `${server}/app.ts`, "export * from '../../web/src/lib/call.ts'"],
    [
      'a feature reads the list of all',
      `${contract}/live/live.rules.ts`,
      "import { allRoutes } from '../all-routes.ts'",
    ],
    ['ui reads lib', `${web}/ui/button.tsx`, "import { call } from '../lib/call.ts'"],
    ['ui reads the contract', `${web}/ui/money.tsx`, "import type { Money } from '@kaimai/contract/common/money.ts'"],
    ['lib reads a feature', `${web}/lib/session.ts`, "import '../features/auth/auth.api.ts'"],
    ['a feature reads app', `${web}/features/live/a.tsx`, "import { paths } from '../../app/paths.ts'"],
    [
      'a worker in the wrong place',
      `${server}/platform/a.ts`,
      "new Worker(new URL('../modules/live/w.ts', import.meta.url))",
    ],
    ['a test reads the other side', `${server}/modules/live/a.test.ts`, "import '../../../../web/src/lib/call.ts'"],
    ['anything reads tooling', `${server}/main.ts`, "import '../../../tooling/rules.ts'"],
  ])('catches: %s', (_title, path, text) => {
    expect(offences({ [path]: text })).toHaveLength(1)
  })

  test("catches a module that takes another's inside, or another itself", () => {
    const path = `${server}/modules/letter/letter.service.ts`
    expect(offences({ [path]: "import type { Row } from '../video/video.store.ts'" })[0]).toMatch(/:1 .*inside/)
    expect(offences({ [path]: "\nimport { videos } from '../video/video.service.ts'" })[0]).toMatch(/:2 .*hands it in/)
  })

  test("catches a screen that takes another feature's inside", () => {
    const path = `${web}/features/letter/letter-form.page.tsx`
    expect(offences({ [path]: "import { Row } from '../video/video-row.tsx'" })[0]).toMatch(/inside/)
  })

  test('catches what stands outside the layout', () => {
    expect(checkPlaces(treeOf({ [`${server}/modules/live/a.ts`]: '', 'e2e/a.e2e.ts': '' }))).toEqual([])
    expect(checkPlaces(treeOf({ 'packages/server/lib/a.ts': '', [`${server}/core/a.ts`]: '' }))).toHaveLength(2)
  })

  test('catches a package other than zod in the contract', () => {
    const path = `${contract}/live/live.rules.ts`
    expect(checkContractPackages(treeOf({ [path]: "import { z } from 'zod'\nimport './a.ts'" }))).toEqual([])
    expect(
      checkContractPackages(treeOf({ [path]: "import fs from 'node:fs'\nimport React from 'react'" })),
    ).toHaveLength(2)
  })
})

describe('cycles', () => {
  test('catches circles of any length, each once, types included', () => {
    const files = {
      'e2e/a.ts': "import { b } from './b.ts'",
      'e2e/b.ts': "import type { C } from './c.ts'",
      'e2e/c.ts': "import './a.ts'\nimport './d.ts'",
      'e2e/d.ts': "new Worker(new URL('./a.ts', import.meta.url))",
    }
    expect(checkCycles(treeOf(files))).toEqual(['these read each other in a circle: e2e/a.ts, e2e/b.ts, e2e/c.ts'])
    expect(checkCycles(treeOf({ ...files, 'e2e/c.ts': "import './d.ts'" }))).toEqual([])
  })
})

describe('slugs, names, length', () => {
  test('a module or a screen without a contract of its name is caught', () => {
    const good = {
      [`${contract}/live/live.routes.ts`]: '',
      [`${server}/modules/live/live.plugin.ts`]: '',
      [`${web}/features/live/live.api.ts`]: '',
    }
    expect(checkSlugs(treeOf(good))).toEqual([])
    expect(checkSlugs(treeOf({ ...good, [`${server}/modules/lives/a.ts`]: '' }))[0]).toMatch(/modules\/lives/)
    expect(checkSlugs(treeOf({ ...good, [`${web}/features/signups/a.ts`]: '' }))[0]).toMatch(/features\/signups/)
    expect(checkSlugs(treeOf({ ...good, [`${contract}/liveUser/a.ts`]: '' }))).toContainEqual(
      expect.stringMatching(/kebab-case/),
    )
    expect(checkSlugs(treeOf({ ...good, [`${contract}/order/a.ts`]: '' }))[0]).toMatch(/no module or no feature/)
  })

  test('names that say nothing are caught', () => {
    const bad = [
      'ui/index.ts',
      'ui/index.tsx',
      'lib/utils.ts',
      'lib/helpers/a.ts',
      'lib/misc.ts',
      'app/common/a.ts',
      'lib/types.ts',
    ]
    expect(checkNames(treeOf(Object.fromEntries(bad.map((path) => [`${web}/${path}`, '']))))).toHaveLength(bad.length)
    expect(checkNames(treeOf({ [`${contract}/common/error.ts`]: '', [`${web}/ui/common-words.ts`]: '' }))).toEqual([])
  })

  test('long files are caught, but for migrations, seeds and tests', () => {
    const lines = (count: number) => 'x\n'.repeat(count)
    const check = (path: string, count: number) => checkLength(treeOf({ [path]: lines(count) })).length
    expect(check(`${server}/app.ts`, 300)).toBe(0)
    expect(check(`${server}/app.ts`, 301)).toBe(1)
    expect(check(`${web}/ui/button.module.css`, 351)).toBe(1)
    expect(check('packages/server/migrations/001-firm.sql', 999)).toBe(0)
    expect(check('packages/server/migrations/001-firm.ts', 999)).toBe(0)
    expect(check('packages/server/seed/demo.ts', 999)).toBe(0)
    expect(check(`${server}/app.test.ts`, 999)).toBe(0)
  })
})

describe('routes', () => {
  const routes = (text: string) =>
    `import { firm, open } from '../common/access.ts'\nexport const letterRoutes = defineRoutes('console', {${text}})`
  const path = `${contract}/letter/letter.routes.ts`
  const list = "list: { method: 'GET', path: '/letter', access: firm('form'), answer: Letter },"
  const show = "show: { method: 'GET', path: '/letter/:id', access: open, params: ById, answer: Letter },"
  const plugin = `${server}/modules/letter/letter.plugin.ts`
  const binding = `
    import { letterRoutes } from '@kaimai/contract/letter/letter.routes.ts'
    export const letterPlugin = (letters) => bind(letterRoutes, { list: letters.list })`

  test('good ones pass', () => {
    const tree = treeOf({ [path]: routes(list + show), [plugin]: binding })
    for (const check of [checkAccess, checkTwins, checkParams, checkBound]) expect(check(tree)).toEqual([])
  })

  test('a route that does not say who may call it is caught', () => {
    expect(checkAccess(treeOf({ [path]: routes("a: { method: 'GET', path: '/a' }") }))[0]).toMatch(/does not say/)
    expect(checkAccess(treeOf({ [path]: routes('a: { access: anyone }') }))[0]).toMatch(/anyone is not of/)
  })

  test('routes that are not bound, or twice, are caught', () => {
    expect(checkBound(treeOf({ [path]: routes(list) }))[0]).toMatch(/letterRoutes is bound by no plugin/)
    const twice = { [path]: routes(list), [plugin]: binding, [`${server}/modules/letter/b.ts`]: binding }
    expect(checkBound(treeOf(twice))[0]).toMatch(/more than once/)
    const inTest = { [path]: routes(list), [`${server}/modules/letter/letter.test.ts`]: binding }
    expect(checkBound(treeOf(inTest))).toHaveLength(1)
    const other = binding.replace('contract/letter/', 'contract/live/')
    expect(checkBound(treeOf({ [path]: routes(list), [plugin]: other }))).toHaveLength(1)
  })

  test('twins are caught without regard to case and the names of ids', () => {
    const twin = show.replace('show', 'again').replace('/letter/:id', '/Letter/:letterId')
    expect(checkTwins(treeOf({ [path]: routes(show + twin) }))[0]).toMatch(/again answers the same call as .* show/)
    expect(checkTwins(treeOf({ [path]: routes(show + twin.replace('GET', 'PUT')) }))).toEqual([])
  })

  test('ids that are not described, and descriptions without ids, are caught', () => {
    expect(checkParams(treeOf({ [path]: routes(show.replace('params: ById,', '')) }))).toHaveLength(1)
    expect(checkParams(treeOf({ [path]: routes(list.replace('answer', 'params: ById, answer')) }))).toHaveLength(1)
  })

  test('a fetch by hand in the web app is caught outside its transport', () => {
    const text = "await fetch('/api/letter')"
    expect(checkFetch(treeOf({ [`${web}/features/letter/letter.api.ts`]: text }))).toHaveLength(1)
    expect(checkFetch(treeOf({ [`${web}/lib/call.ts`]: text, [`${server}/app.ts`]: text }))).toEqual([])
  })
})

describe('texts', () => {
  const offences = (zh: unknown, en: unknown) =>
    checkTexts(
      treeOf({
        [`${web}/features/live/text/zh-TW.json`]: JSON.stringify(zh),
        ...(en === undefined ? {} : { [`${web}/features/live/text/en.json`]: JSON.stringify(en) }),
      }),
    )

  test('pass with the same keys, whatever their plural forms', () => {
    const zh = { title: '直播', form: { save: '儲存 {{name}}' }, left_other: '剩 {{count}} 個' }
    const en = { title: 'Lives', form: { save: 'Save {{ name }}' }, left_one: 'One left', left_other: '{{count}} left' }
    expect(offences(zh, en)).toEqual([])
  })

  test('missing files, keys, values and empty texts are caught', () => {
    expect(offences({ a: '甲' }, undefined)[0]).toMatch(/en\.json: is missing/)
    expect(offences({ a: '甲', b: { c: '乙' } }, { a: 'A' })).toEqual([
      `${web}/features/live/text/en.json: b.c is missing`,
    ])
    expect(offences({ a: '甲' }, { a: 'A', b: 'B' })[0]).toMatch(/zh-TW\.json: b is missing/)
    expect(offences({ a: ' ' }, { a: 'A' })[0]).toMatch(/zh-TW\.json: a is empty/)
    expect(offences({ a_other: '甲' }, { a_one: '', a_other: 'A' })[0]).toMatch(/en\.json: a is empty/)
    expect(offences({ a: '{{name}}' }, { a: 'A' })[0]).toMatch(/does not use \{\{name\}\}/)
    expect(checkTexts(treeOf({ [`${web}/app/text/en.json`]: '{', [`${web}/app/text/zh-TW.json`]: '{}' }))[0]).toMatch(
      /no JSON/,
    )
  })
})

describe('used texts', () => {
  test('a key without a text is caught, one with plural forms passes', () => {
    const offences = (text: string) =>
      checkUsedTexts(
        treeOf({
          [`${web}/features/live/text/en.json`]: JSON.stringify({
            title: 'Lives',
            left_one: 'One',
            left_other: '{{count}}',
          }),
          [`${web}/features/live/list.tsx`]: `const t = useText('live')\n${text}`,
        }),
      )
    expect(offences("t('title')\nt('left', { count: 2 })\nt(`status.${state}`)")).toEqual([])
    expect(offences("t('left_gone', { count: 2 })")).toEqual([`${web}/features/live/list.tsx: no text live:left_gone`])
  })
})

describe('loose ends', () => {
  const path = `${server}/app.ts`

  test('notes to come back later are caught', () => {
    expect(checkMarks(treeOf({ [path]: `const a = 1\n// ${'TO'}${'DO'} later` }))).toEqual([`${path}:2 ${'TO'}${'DO'}`])
    expect(checkMarks(treeOf({ [path]: 'const todos = []' }))).toEqual([])
  })

  test('any is caught where it is a type, not where it is a word', () => {
    const loose = 'any'
    expect(checkAny(treeOf({ [path]: `// any\nconst any = 'any'\nconst b: ${loose} = 1` }))).toEqual([`${path}:3 any`])
    expect(checkAny(treeOf({ [path]: `const b = c as ${loose}[]` }))).toHaveLength(1)
    expect(checkAny(treeOf({ [path]: `// @ts-${'ignore'}\nconst b = 1` }))).toHaveLength(1)
  })

  test('barrels are caught', () => {
    expect(checkBarrels(treeOf({ [path]: "export * from './a.ts'\nexport { b } from './b.ts'" }))).toHaveLength(1)
    expect(checkBarrels(treeOf({ [path]: "export * from './a.ts'\nexport const b = 1" }))).toEqual([])
  })

  test('tests that are switched off are caught', () => {
    const off = 'skip'
    expect(checkSwitchedOff(treeOf({ [path]: `test.${off}('a', () => {})` }))).toEqual([`${path}:1 test.${off}`])
    expect(checkSwitchedOff(treeOf({ [path]: "test.each([1])('a', () => {})\nlist.skip(1)" }))).toEqual([])
  })
})

describe('what nobody waits for', () => {
  const path = `${server}/modules/room/room-registry.ts`
  const offences = (text: string) => checkUnattended(treeOf({ [path]: text }))

  test.each([
    'setTimeout(() => tick(), 100)',
    'setInterval(beat, 1000)',
    "socket.on('close', () => leave(socket))",
    "worker.once('exit', (code) => { count(code) })",
    'void load()',
    "bus.subscribe('policy', () => void load())",
  ])('%s without a guard is caught', (text) => {
    expect(offences(text)).toHaveLength(1)
  })

  test.each([
    "setTimeout(guarded(log, 'a', tick), 100)",
    "const beat = guarded(log, 'a', tick)\nsetInterval(beat, 1000)",
    'new Promise((resolve) => setTimeout(resolve, 20))',
    'setTimeout(() => resolve(false), 20)',
    "socket.on('error', () => {})",
    "pool.on('error', (error) => log.warn({ err: error }, 'a'))",
    'setInterval(() => { renew().catch(report) }, 1000)',
    "join.on('a.id', '=', id)",
    'void found.push(1)',
  ])('%s passes', (text) => {
    expect(offences(text)).toEqual([])
  })
})

describe('the order of modules', () => {
  test('a module that reads a later one, and one without a place, are caught', () => {
    const path = `${server}/modules/access/access.service.ts`
    const later = {
      [path]: "import type { A } from '../live/live.service.ts'",
      [`${server}/modules/live/live.service.ts`]: '',
    }
    expect(checkModuleOrder(treeOf(later))).toContain(`${path}:1 access comes before live: ../live/live.service.ts`)
    expect(checkModuleOrder(treeOf({ [`${server}/modules/gift/gift.service.ts`]: '' }))).toContain(
      'gift has no place in the order of modules',
    )
  })
})

describe('words', () => {
  test('a word of this project alone is caught in names and in files, unless it is excepted', () => {
    const path = `${server}/modules/room/desk-state.ts`
    const files = { [path]: 'const theDesk: SalesNeeds = makeDeskless(1)' }
    expect(checkWords(treeOf(files)).map((offence) => offence.replace(/^.*room\//, ''))).toEqual([
      'desk-state.ts: say control room, or what it is',
      'desk-state.ts:1 theDesk: say control room, or what it is',
      'desk-state.ts:1 SalesNeeds: say …Deps',
    ])
    const exceptions = { 'tooling/architecture/word-exceptions.txt': `${path}\ntheDesk\nSalesNeeds\ntold\n` }
    expect(checkWords(treeOf({ ...files, ...exceptions }))).toEqual([
      'tooling/architecture/word-exceptions.txt: told is needed no more',
    ])
  })
})

describe('rule numbers', () => {
  const path = `${server}/modules/video/video.test.ts`

  test('titles are found in all the ways a test is written', () => {
    const text = `
      test('one', () => {})
      it(\`two \${x}\`, () => {})
      test.each([1, 2])('three %s', () => {})
      test.for([1])('four', () => {})
      test.concurrent('five', () => {})
      test.skipIf(slow)('six', () => {})
      test.concurrent.each([1])('seven', () => {})
      describe('no test', () => {})
      pattern.test('no test either')
      names.map((it) => it.replaceAll('nor', 'this'))
      test.beforeEach(() => {})`
    const titles = testTitles(treeOf({ [path]: text })).map(({ title }) => title)
    expect(titles).toEqual(['one', `two \${x}`, 'three %s', 'four', 'five', 'six', 'seven'])
  })

  test('a test without a number of its slug, and a number that stands twice, are caught', () => {
    const check = (title: string, file = path) => checkTestTitles(treeOf({ [file]: `test('${title}', () => {})` }))
    expect(check('VIDEO-3 A chunk counts once')).toEqual([])
    expect(check('a chunk counts once')[0]).toMatch(/:1 starts with no rule number/)
    expect(check('UP-9 A chunk counts once')[0]).toMatch(/is about video, its number must be VIDEO-/)
    expect(check('JOURNEY-1 A journey', 'e2e/a.e2e.ts')).toEqual([])
    expect(check('a tool', 'tooling/a.test.ts')).toEqual([])
    const twins = checkTestTitles(treeOf({ [path]: "test('VIDEO-3 A', () => {})\ntest('VIDEO-3 B', () => {})" }))
    expect(twins).toEqual([`${path}:2 VIDEO-3 stands in ${path}:1 too`])
  })

  test('the rules are printed by area, without the marks of a test’s language', () => {
    const files = { [path]: "test('VIDEO-3 A chunk of $size counts once', () => {})" }
    expect(rulesText(treeOf(files))).toContain('## video\n\n- **VIDEO-3** A chunk of … counts once\n')
  })

  test('numbers are given to tests that have none, another slug\u2019s, or one that stands twice', () => {
    const source =
      "test('VIDEO-1 A', () => {})\ntest('VIDEO-1 B', () => {})\ntest('c', () => {})\ntest('UP-7 d', () => {})"
    const { files, moved } = renumbered(treeOf({ [path]: source }))
    expect(testTitles(treeOf(Object.fromEntries(files))).map(({ title }) => title)).toEqual([
      'VIDEO-1 A',
      'VIDEO-2 B',
      'VIDEO-3 C',
      'VIDEO-4 D',
    ])
    expect([...moved]).toEqual([['UP-7', 'VIDEO-4']])
  })
})

test('finds a literal that is spread into another, and lets conditions and names be spread', () => {
  const found = checkSpreads(
    treeOf({
      'packages/web/a.ts': 'const a = { ...{ b, c }, d }',
      'packages/web/b.tsx': 'const a = <B {...{ c }} />',
      'packages/web/c.ts': 'const a = { ...b, ...(c ? { d } : {}), ...e({ f }) }',
    }),
  )
  expect(found).toEqual(['packages/web/a.ts:1 a literal is spread', 'packages/web/b.tsx:1 a literal is spread'])
})

test('finds the pathname of a file’s URL, and leaves other URLs alone', () => {
  const found = checkFilePaths(
    treeOf({
      'packages/web/a.ts': "const a = new URL('./b.ts', import.meta.url).pathname",
      'packages/web/b.ts': "const here = new URL('.', import.meta.url)\nrun(here.pathname)",
      'packages/web/c.mjs': "const { pathname } = new URL('.', import.meta.url)",
      'packages/web/d.ts': 'const page = new URL(request.url)\nread(page.pathname, location.pathname)',
      'packages/web/e.ts': "const path = fileURLToPath(new URL('.', import.meta.url))",
    }),
  )
  expect(found.map((offence) => offence.split(' ')[0])).toEqual([
    'packages/web/a.ts:1',
    'packages/web/b.ts:2',
    'packages/web/c.mjs:1',
  ])
})
