import { createHasMarks, hasAttribute, olderCss } from './older-css.ts'

const has = createHasMarks()

const markAncestors = (element: Element, mark: string, marked: Map<Element, Set<string>>): void => {
  for (let up = element.parentElement; up; up = up.parentElement) {
    const marks = marked.get(up) ?? new Set()
    if (marks.has(mark)) return
    marked.set(up, marks.add(mark))
  }
}

/** Marks every element that has below it what a style asks for, and no other. */
const markAll = (): void => {
  const marked = new Map<Element, Set<string>>()
  for (const { mark, below, child } of has.marks())
    for (const found of document.querySelectorAll(below)) {
      const parent = found.parentElement
      if (!child) markAncestors(found, mark, marked)
      else if (parent) marked.set(parent, (marked.get(parent) ?? new Set()).add(mark))
    }
  for (const element of document.querySelectorAll(`[${hasAttribute}]`))
    if (!marked.has(element)) element.removeAttribute(hasAttribute)
  for (const [element, marks] of marked) {
    const text = [...marks].join(' ')
    if (element.getAttribute(hasAttribute) !== text) element.setAttribute(hasAttribute, text)
  }
}

let isAsked = false
const markSoon = (): void => {
  if (isAsked) return
  isAsked = true
  requestAnimationFrame(() => {
    isAsked = false
    markAll()
  })
}

/** A sheet that comes as a file: its text once more, as this browser reads it. */
const rewriteLink = async (link: HTMLLinkElement): Promise<void> => {
  const response = await fetch(link.href)
  const style = Object.assign(document.createElement('style'), { textContent: olderCss(await response.text(), has) })
  link.after(style)
  markSoon()
}

const isSheet = (node: Node): node is HTMLLinkElement =>
  node instanceof HTMLLinkElement && node.rel === 'stylesheet' && !node.disabled

/** Without its styles a part of the page stands plainer; it is asked for again with the next part. */
const rewrite = (link: HTMLLinkElement): void => void rewriteLink(link).catch(() => undefined)

/** Rewrites the styles of the page, those that stand in it and those that come later, and keeps its marks true. */
export const rewriteStyles = (): void => {
  for (const style of document.querySelectorAll('style')) style.textContent = olderCss(style.textContent ?? '', has)
  for (const link of document.querySelectorAll('link')) if (isSheet(link)) rewrite(link)
  new MutationObserver((records) => {
    for (const { addedNodes } of records) for (const node of addedNodes) if (isSheet(node)) rewrite(node)
  }).observe(document.head, { childList: true })
  new MutationObserver(markSoon).observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['open', 'disabled', 'class', 'aria-invalid', 'data-fields'],
  })
  for (const event of ['change', 'input', 'focusin', 'focusout']) addEventListener(event, markSoon)
  markAll()
}
