import type { Locator, Page } from 'playwright-core'

/** A person whose clicks and filled fields are counted: how much work a way through the console is. */
export const countedHands = (page: Page) => {
  let clicks = 0
  let fields = 0
  return {
    page,
    click: async (what: Locator): Promise<void> => {
      clicks += 1
      await what.click()
    },
    fill: async (what: Locator, text: string): Promise<void> => {
      fields += 1
      await what.fill(text)
    },
    /** A press that opens the browser's own file dialog, and the file chosen there. */
    choose: async (what: Locator, file: string): Promise<void> => {
      clicks += 2
      const chooser = page.waitForEvent('filechooser')
      await what.click()
      await (await chooser).setFiles(file)
    },
    counts: () => ({ clicks, fields }),
  }
}
export type CountedHands = ReturnType<typeof countedHands>
