/** What a browser's translation puts in the place of a text, or around it. */
const isFont = (node: Node | null): node is Element => node instanceof Element && node.localName === 'font'

/** By a text of React's, what shows its translation; and back. */
const shownBy = new WeakMap<Node, Element>()
const shows = new WeakMap<Element, Text>()

const keep = (text: Text, font: Element, observer: MutationObserver): void => {
  shownBy.set(text, font)
  shows.set(font, text)
  observer.observe(text, { characterData: true })
}

/** The element that was put around a text, if there is one. */
const around = (node: Node): Element | undefined => {
  let outermost: Element | undefined
  for (let above = node.parentNode; isFont(above); above = above.parentNode) outermost = above
  return outermost
}

/** What stands in a parent where React put one of its texts. */
const standInOf = (parent: Node, child: Node): Node | undefined =>
  [around(child), shownBy.get(child)].find((font) => font?.parentNode === parent)

const follow = (record: MutationRecord, observer: MutationObserver): void => {
  const { target, addedNodes, removedNodes, previousSibling, nextSibling } = record
  if (record.type === 'characterData') {
    // The page goes on: the translation of the new text follows by itself.
    const font = shownBy.get(target)
    if (font?.isConnected && !target.isConnected) font.textContent = target.textContent
    return
  }
  const beside = [...addedNodes, previousSibling, nextSibling].filter(isFont)
  for (const removed of removedNodes) {
    // One translation takes another's place.
    const text = removed instanceof Text ? removed : isFont(removed) ? shows.get(removed) : undefined
    const font = [isFont(target) ? (around(target) ?? target) : undefined, ...beside].find(
      (each) => each?.isConnected && !shows.has(each),
    )
    if (text && !text.isConnected && font) keep(text, font, observer)
  }
}

/**
 * Browsers translate a page by putting elements of their own where its texts were, and React then fails on the first
 * text it takes away or puts something before (github.com/facebook/react/issues/11538), and writes what changes into
 * texts that nobody sees. With this, what stands in a text's place goes with it and says what it says. Call it once,
 * before React draws.
 */
export const followTranslation = (): void => {
  const { prototype } = Node
  const { removeChild, insertBefore } = prototype
  new MutationObserver((records, observer) => {
    for (const record of records) follow(record, observer)
  }).observe(document, { childList: true, subtree: true })
  Object.assign(prototype, {
    removeChild(this: Node, child: Node) {
      const standIn = child.parentNode === this ? undefined : standInOf(this, child)
      Reflect.apply(removeChild, this, [standIn ?? child])
      return child
    },
    insertBefore(this: Node, added: Node, before: Node | null) {
      const standIn = before === null || before.parentNode === this ? before : standInOf(this, before)
      return Reflect.apply(insertBefore, this, [added, standIn ?? before])
    },
  })
}
