import type { Page } from 'playwright-core'

/** As a browser's translation does: each text gives way to its translation within two elements, whenever it comes. */
export const translate = (page: Page) =>
  page.addInitScript(() => {
    const left = 'font, script, style, noscript, textarea, title'
    const texts = (root: Node): Text[] => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const found: Text[] = root instanceof Text ? [root] : []
      while (walker.nextNode()) found.push(walker.currentNode as Text)
      return found.filter((text) => text.data.trim() !== '' && text.parentElement?.closest(left) === null)
    }
    const look = (root: Node) => {
      for (const text of texts(root)) {
        const outer = document.createElement('font')
        outer.append(document.createElement('font'))
        outer.firstElementChild?.append(text.data)
        text.replaceWith(outer)
      }
    }
    addEventListener('DOMContentLoaded', () => {
      look(document.body)
      new MutationObserver((changes) => {
        for (const { target, addedNodes } of changes) for (const node of [target, ...addedNodes]) look(node)
      }).observe(document.body, { childList: true, subtree: true, characterData: true })
    })
  })
