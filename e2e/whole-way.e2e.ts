import { readFile } from 'node:fs/promises'
import { signupRoutes } from '@kaimai/contract/signup/signup.routes.ts'
import { publicSignupRoutes } from '@kaimai/contract/signup/public-signup.routes.ts'
import { expect, test } from 'vitest'
import { callApi, loginApi } from './harness/api.ts'
import { startLive } from './harness/evening.ts'
import { useJourney } from './harness/journey.ts'
import { shopperOn } from './harness/shopper.ts'

const { server, visitor } = useJourney({ env: { KAIMAI_SANDBOX: '1' } })

/** From the sign-up until the live begins: time to put it into the calendar. */
const beginInMs = 20_000

const shapes = [
  ['phone', { width: 360, height: 740 }],
  ['lying', { width: 844, height: 390 }],
  ['desktop', { width: 1280, height: 800 }],
] as const

test.each(shapes)(
  'JOURNEY-94 %s: one signs up, keeps the calendar entry, is in the room when it begins, buys, and sees the order',
  async (name, size) => {
    const { url } = server()
    const { headers } = await loginApi(url, 'demo', 'kaimai-demo')
    const begins = { beginAt: new Date(Date.now() + beginInMs).toISOString(), waitingMinutes: 0 }
    const { live } = await startLive(url, `整條路 ${name}`, [['A01', 0]], begins, headers)
    const customUrl = `way-${name}`
    const form = {
      signupName: name,
      signupTitle: '整條路',
      customUrl,
      published: true,
      sessionInfoList: [{ liveId: live.id, title: '', capacity: 5 }],
    }
    await callApi(url, signupRoutes.create, { body: form }, headers)

    const { page } = await visitor({ name, shape: name === 'desktop' ? 'desktop' : 'phone' })
    await page.setViewportSize(size)
    const shopper = shopperOn(page)
    const person = {
      name: '林佳穎',
      phone: `09770000${shapes.findIndex(([each]) => each === name)}1`,
      email: `${name}@example.com`,
    }
    await page.goto(`/f/${customUrl}`)
    await page.locator('button[type=submit]').waitFor()
    await shopper.signUp(person)
    // So soon before the begin one is led into the room at once, and waits there.
    await page.waitForURL('**/stream/*/*')
    const link = page.url()
    await page.getByRole('button', { name: '加到行事曆' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: /Apple 行事曆/ }).click()
    const ics = await readFile(await (await download).path(), 'utf8')
    expect(ics.replaceAll('\r\n ', '')).toContain(link)

    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.3, undefined, {
      timeout: 60_000,
    })
    await page.locator('article[data-part="offer"]').waitFor()
    await shopper.addShown()
    await shopper.openCart()
    await shopper.checkOut(person, async () => {})
    await shopper.play('pay')
    await shopper.waitPaid()
    const { sessions } = await callApi(url, publicSignupRoutes.page, { query: { customUrl } })
    expect(sessions[0]?.left).toBe(4)
  },
)
