import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { checkCycles } from './architecture/cycles.ts'
import { checkContractPackages, checkDirections, checkPlaces } from './architecture/directions.ts'
import { checkAny, checkBarrels, checkMarks } from './architecture/loose-ends.ts'
import { checkAccess, checkBound, checkFetch, checkParams, checkTwins } from './architecture/routes.ts'
import { checkRulesPage, checkTestTitles } from './architecture/rule-numbers.ts'
import { checkLength, checkNames, checkSlugs } from './architecture/slugs.ts'
import { checkTexts } from './architecture/texts.ts'
import { readTree, treeOf } from './architecture/tree.ts'
import { newFeature } from './feature/feature.ts'

const tree = readTree(fileURLToPath(new URL('..', import.meta.url)))

describe('newFeature', () => {
  test('joins the project without breaking a rule of the architecture', () => {
    const { files, notJoined } = newFeature(tree, 'sample-thing')
    expect(notJoined).toEqual([])
    const after = new Map([...tree, ...Object.entries(files)])
    for (const check of [
      checkPlaces,
      checkDirections,
      checkContractPackages,
      checkCycles,
      checkSlugs,
      checkAccess,
      checkBound,
      checkTwins,
      checkParams,
      checkFetch,
      checkTexts,
      checkLength,
      checkNames,
      checkBarrels,
      checkMarks,
      checkAny,
      checkRulesPage,
      checkTestTitles,
    ]) {
      const before = new Set(check(tree))
      expect(check(after).filter((offence) => !before.has(offence))).toEqual([])
    }
  })

  test('stands on every floor, spelled in each floor’s way, with the next migration', () => {
    const { files } = newFeature(treeOf({ 'packages/server/migrations/041-payment.sql': '' }), 'gift-card')
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining([
        'packages/contract/src/gift-card/gift-card.routes.ts',
        'packages/server/migrations/042-gift-card.sql',
        'packages/server/src/modules/gift-card/gift-card.plugin.ts',
        'packages/server/src/modules/gift-card/gift-card.test.ts',
        'packages/web/src/features/gift-card/gift-card-list.page.tsx',
        'packages/web/src/features/gift-card/text/zh-TW.json',
        'e2e/gift-card.e2e.ts',
      ]),
    )
    expect(files['packages/contract/src/gift-card/gift-card.routes.ts']).toMatch(
      /giftCardRoutes = .*[^]*'\/gift_card\/:id'/,
    )
    expect(files['docs/rules.md']).toContain('- **GIFT-CARD-1** ')
  })

  test('refuses a name that is none, and what is there already', () => {
    expect(() => newFeature(tree, 'GiftCard')).toThrow(/no slug/)
    expect(() => newFeature(treeOf({ 'e2e/gift-card.e2e.ts': '' }), 'gift-card')).toThrow(/there already/)
  })
})
