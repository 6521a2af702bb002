import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { checkCycles } from './architecture/cycles.ts'
import { checkContractPackages, checkDirections, checkPlaces } from './architecture/directions.ts'
import { checkFontShorthands } from './architecture/font-shorthands.ts'
import {
  checkAny,
  checkBarrels,
  checkFilePaths,
  checkMarks,
  checkSpreads,
  checkSwitchedOff,
} from './architecture/loose-ends.ts'
import { checkIndexConditions } from './architecture/index-conditions.ts'
import { checkAccess, checkBound, checkFetch, checkParams, checkTwins } from './architecture/routes.ts'
import { checkModuleOrder } from './architecture/module-order.ts'
import { checkTestTitles } from './architecture/rule-numbers.ts'
import { checkLimitedSubqueries } from './architecture/limited-subqueries.ts'
import { checkScrollBoxes } from './architecture/scroll-boxes.ts'
import { checkLength, checkNames, checkSlugs } from './architecture/slugs.ts'
import { checkErrorPlaces, checkTextPlaces } from './architecture/text-places.ts'
import { checkLooseTexts, checkPauses, checkShortWaits, checkWallClock } from './architecture/test-timing.ts'
import { checkTexts, checkUsedTexts } from './architecture/texts.ts'
import { checkUnattended } from './architecture/unattended.ts'
import { checkWords } from './architecture/words.ts'
import { type Offences, readTree, type Tree } from './architecture/tree.ts'

// What style.md asks for and a machine can see. Each rule prints the places that break it; that each can fail is shown
// in architecture/can-fail.test.ts.
const tree = readTree(fileURLToPath(new URL('..', import.meta.url)))

const rules: Readonly<Record<string, (tree: Tree) => Offences>> = {
  'modules know only those before them': checkModuleOrder,
  'names are plain words': checkWords,
  'every file stands in a room of the layout': checkPlaces,
  'imports go in one direction': checkDirections,
  'the contract depends on the schema library alone': checkContractPackages,
  'no files read each other in a circle': checkCycles,
  'modules and features are spelled as their contract': checkSlugs,
  'every route says who may call it': checkAccess,
  'every route is bound by the server once': checkBound,
  'no two routes answer the same call': checkTwins,
  'queries name the conditions of partial indexes word by word': checkIndexConditions,
  'ids in a path are described': checkParams,
  'the web app calls through the contract': checkFetch,
  'every text stands in both languages': checkTexts,
  'every key that a component asks for has its text': checkUsedTexts,
  'every place of a text is given a value': checkTextPlaces,
  'every place of an error text is given a value': checkErrorPlaces,
  'files are short': checkLength,
  'what scrolls is what things in it are placed by': checkScrollBoxes,
  'a font names its family': checkFontShorthands,
  'a query that takes some rows of many is read once': checkLimitedSubqueries,
  'names say what is inside': checkNames,
  'no file only passes on others': checkBarrels,
  'nothing is left to come back to': checkMarks,
  'the type check is switched off nowhere': checkAny,
  'paths of files are read from their URLs': checkFilePaths,
  'no literal is spread into another': checkSpreads,
  'no test is switched off': checkSwitchedOff,
  'what nobody waits for ends no process': checkUnattended,
  'waits end only what hangs': checkShortWaits,
  'no assertion is about the machine’s clock': checkWallClock,
  'no pause hopes that something has happened': checkPauses,
  'waits name the place of their text': checkLooseTexts,
  'tests start with a number of their slug, each its own': checkTestTitles,
}

describe('architecture', () => {
  test.each(Object.entries(rules))('%s', (_title, check) => {
    expect(check(tree).join('\n')).toBe('')
  })

  test('an empty tree breaks no rule', () => {
    for (const check of Object.values(rules)) expect(check(new Map())).toEqual([])
  })
})
