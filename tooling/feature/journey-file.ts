import type { FeatureNames } from './names.ts'

/** Path → text of the feature's journey in a real browser, against the program as it is started. */
export const journeyFile = ({ slug, prefix }: FeatureNames): Record<string, string> => ({
  [`e2e/${slug}.e2e.ts`]: `import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

const port = 20_000 + Math.floor(Math.random() * 20_000)
const data = mkdtempSync(join(tmpdir(), 'kaimai-e2e-'))
const program = spawn(process.execPath, ['packages/server/src/main.ts'], {
  env: { ...process.env, PORT: String(port), KAIMAI_DATA: data, KAIMAI_DEMO: '0' },
  stdio: ['ignore', 'pipe', 'inherit'],
})
let browser: Browser

beforeAll(async () => {
  for await (const text of program.stdout) if (String(text).includes('is ready')) break
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: ['--no-sandbox'] })
})

afterAll(async () => {
  await browser.close()
  program.kill('SIGTERM')
  await once(program, 'exit')
  rmSync(data, { recursive: true })
})

test('${prefix}-3 who is not logged in is led to the login', async () => {
  const page = await browser.newPage()
  await page.goto(\`http://localhost:\${port}/manage-${slug}\`)
  await page.waitForURL('**/auth/login**')
  expect(await page.getByRole('heading', { level: 1 }).textContent()).not.toBe('')
})
`,
})
