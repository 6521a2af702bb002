// What people do every few seconds in a busy room: a viewer on a phone, and a moderator on a desktop.
import type { CDPSession, Page } from 'playwright-core'
import { shopperOn } from '../e2e/harness/shopper.ts'

/** Held back in this room: what holds it waits for the staff. */
export const bannedWord = '加賴'

/** One thing that somebody does; it leaves the page as it found it. */
export interface Act {
  readonly name: string
  readonly run: () => Promise<void>
}

/** As fast as fingers type, in ms a letter. */
const typingMs = 120
/** Between two keys that are not a word. */
const keyMs = 200
/** So long somebody reads what is further up. */
const readingMs = 3_000
const swipePx = 500

/** A viewer who writes, looks at the products, reads back and gives hearts. */
export const viewerActs = (page: Page, session: CDPSession): readonly Act[] => {
  let said = 0
  const field = page.getByRole('textbox', { name: '留言', exact: true })
  const swipe = async (distance: number): Promise<void> => {
    const box = await page.getByRole('log').boundingBox()
    if (box === null) throw new Error('the room shows no chat')
    await session.send('Input.synthesizeScrollGesture', {
      x: box.x + box.width / 2,
      y: box.y + box.height / 2,
      yDistance: distance,
      speed: 1_200,
      gestureSourceType: 'touch',
    })
  }
  return [
    {
      name: 'writes and sends a line',
      run: async () => {
        const words = `這個好看 ${(said += 1)}`
        await field.tap()
        await field.pressSequentially(words, { delay: typingMs })
        await page.getByRole('button', { name: '送出留言' }).tap()
        await page
          .getByRole('heading')
          .first()
          .evaluate(() => {
            if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
          })
      },
    },
    {
      name: 'opens and closes the products',
      run: async () => {
        await shopperOn(page).openProducts()
        await page.waitForTimeout(readingMs / 3)
        await page.getByRole('dialog').getByRole('button', { name: '關閉' }).tap()
        await page.getByRole('dialog').waitFor({ state: 'detached' })
      },
    },
    {
      name: 'reads back in the chat and returns',
      run: async () => {
        await swipe(swipePx)
        await page.waitForTimeout(readingMs)
        await swipe(swipePx)
        await page.waitForTimeout(readingMs)
        // Where the machine was too slow to show the hand's way, the list has gone back by itself.
        const newer = page.getByRole('button', { name: /則新留言|回覆了您/ })
        if (await newer.isVisible()) await newer.tap()
      },
    },
    {
      name: 'gives hearts',
      run: async () => {
        for (let tap = 0; tap < 3; tap += 1) {
          await page.getByRole('button', { name: '送愛心' }).tap()
          await page.waitForTimeout(keyMs)
        }
      },
    },
  ]
}

/** A moderator who moves by keys, marks, pins, answers, looks at people and lists, and reads back. */
export const moderatorActs = (page: Page): readonly Act[] => {
  let answered = 0
  const chat = page.getByRole('log', { name: '聊天' })
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) {
      await page.keyboard.press(key)
      await page.waitForTimeout(keyMs)
    }
  }
  const tab = (name: RegExp) => page.getByRole('tablist', { name: '篩選留言' }).getByRole('tab', { name }).click()
  const goOn = async (): Promise<void> => {
    const newest = page.getByRole('button', { name: /則新留言|回到最新/ })
    if (await newest.isVisible()) await newest.click()
    await page.mouse.move(5, 5)
  }
  return [
    {
      name: 'moves by keys and marks comments',
      run: async () => {
        await press('ArrowUp', 'ArrowUp', 'ArrowUp', 'f', 'ArrowUp', 'ArrowUp', 'f', 'ArrowDown')
        await goOn()
      },
    },
    {
      name: 'pins a comment',
      run: async () => {
        await press('ArrowUp', 'ArrowUp', 't')
        await goOn()
      },
    },
    {
      name: 'answers a comment',
      run: async () => {
        await press('ArrowUp', 'r')
        await page.keyboard.type(`有喔，謝謝 ${(answered += 1)}`, { delay: typingMs })
        await press('Enter', 'Escape')
        await page.evaluate(() => {
          if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
        })
        await goOn()
      },
    },
    {
      name: 'looks at a person',
      run: async () => {
        await press('ArrowUp')
        await chat.locator('[data-chosen=true] button').first().click()
        const drawer = page.getByRole('dialog')
        await drawer.getByRole('heading', { name: '說過的話' }).waitFor()
        await page.waitForTimeout(readingMs / 3)
        await press('Escape')
        await drawer.waitFor({ state: 'detached' })
        await goOn()
      },
    },
    {
      name: 'switches lists and decides what is held',
      run: async () => {
        await tab(/^待審/)
        await page.waitForTimeout(readingMs / 3)
        await press('ArrowUp', 'a')
        await goOn()
        await tab(/^收藏/)
        await page.waitForTimeout(readingMs / 3)
        await tab(/^提問/)
        await page.waitForTimeout(readingMs / 3)
        await tab(/^全部/)
        await goOn()
      },
    },
    {
      name: 'reads back in the list and returns',
      run: async () => {
        await chat.hover()
        for (let turn = 0; turn < 12; turn += 1) {
          await page.mouse.wheel(0, -swipePx)
          await page.waitForTimeout(keyMs)
        }
        await page.waitForTimeout(readingMs)
        await goOn()
      },
    },
  ]
}
