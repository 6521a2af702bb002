import type { FeatureNames } from './names.ts'

/** Path → text of the feature's journey in a real browser, against the program as it is started. */
export const journeyFile = ({ slug, prefix }: FeatureNames): Record<string, string> => ({
  [`e2e/${slug}.e2e.ts`]: `import { expect, test } from 'vitest'
import { useJourney } from './harness/journey.ts'

const { visitor } = useJourney()

test('${prefix}-3 Who is not logged in is led to the login', async () => {
  const { page } = await visitor({ name: '路人', shape: 'desktop' })
  await page.goto('/manage-${slug}')
  await page.waitForURL('**/auth/login**')
  expect(await page.getByRole('heading', { level: 1 }).textContent()).not.toBe('')
})
`,
})
