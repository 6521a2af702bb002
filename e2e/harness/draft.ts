import type { Page } from 'playwright-core'

/** Waits until a form has kept a draft that holds the text (as it stands in JSON). */
export const draftStored = (page: Page, text: string): Promise<void> =>
  page
    .waitForFunction(
      (typed) =>
        Object.entries(localStorage).some(([key, value]) => key.includes('draft.') && String(value).includes(typed)),
      text,
      { timeout: 60_000 },
    )
    .then(() => undefined)
