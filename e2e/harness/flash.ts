import type { Page } from 'playwright-core'

/** Resolves once the page has shown the text, if only for a moment before it leaves. Call it before what brings it. */
export const shownOnce = (page: Page, text: string): Promise<void> =>
  page.evaluate(
    (wanted) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (document.body.textContent.includes(wanted)) resolve()
        }
        new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
        look()
      }),
    text,
  )
