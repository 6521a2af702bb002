const wordMarker = /mso-list:\s*Ignore/i
const wordLevel = /mso-list:[^;"]*level(\d)/i
const ordered = /^\s*(?:\d+|[a-z]|[ivx]+|[一二三四五六七八九十]+)\s*[.)、．]/i

/** Word writes lists as paragraphs that say their level; here they are lists. */
const listsOfWord = (body: HTMLElement): void => {
  let open: { readonly list: HTMLElement; readonly level: number }[] = []
  for (const paragraph of body.querySelectorAll<HTMLElement>('p')) {
    const level = Number(wordLevel.exec(paragraph.getAttribute('style') ?? '')?.[1] ?? 0)
    const previous = open[0]?.list
    if (level === 0 || (previous && previous.nextElementSibling !== paragraph)) open = []
    if (level === 0) continue
    let marker = ''
    for (const span of paragraph.querySelectorAll('span')) {
      if (!wordMarker.test(span.getAttribute('style') ?? '')) continue
      marker += span.textContent
      span.remove()
    }
    while ((open.at(-1)?.level ?? 0) > level) open.pop()
    let last = open.at(-1)
    if (last === undefined || last.level < level) {
      const list = body.ownerDocument.createElement(ordered.test(marker) ? 'ol' : 'ul')
      const above = last?.list.lastElementChild
      if (above) above.append(list)
      else paragraph.before(list)
      last = { list, level }
      open.push(last)
    }
    const item = body.ownerDocument.createElement('li')
    item.append(...paragraph.childNodes)
    last.list.append(item)
    paragraph.remove()
  }
}

const rename = (element: Element, name: string): void => {
  const other = element.ownerDocument.createElement(name)
  other.append(...element.childNodes)
  element.replaceWith(other)
}

export interface Pasted {
  readonly html: string
  /** Pictures that are none of ours and were left out. */
  readonly foreignPictures: number
}

/** What Word, Google Docs, web pages and chats put into the clipboard, as an editor takes it. */
export const cleanPasted = (html: string, isPicture: (src: string) => boolean): Pasted => {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const element of body.querySelectorAll('style, script, meta, link, title, xml, iframe, object, svg, template'))
    element.remove()
  listsOfWord(body)
  for (const heading of body.querySelectorAll('h1')) rename(heading, 'h2')
  for (const heading of body.querySelectorAll('h4, h5, h6')) rename(heading, 'h3')
  for (const row of body.querySelectorAll('tr')) {
    const paragraph = body.ownerDocument.createElement('p')
    for (const [index, cell] of [...row.children].entries())
      paragraph.append(...(index === 0 ? [] : [' ']), ...cell.childNodes)
    row.replaceWith(paragraph)
  }
  let foreignPictures = 0
  for (const image of body.querySelectorAll('img')) {
    if (isPicture(image.getAttribute('src') ?? '')) continue
    foreignPictures += 1
    image.remove()
  }
  return { html: body.innerHTML, foreignPictures }
}

/** An address as a person types it: without its scheme, or of a mail box. */
export const typedLink = (typed: string, isLink: (href: string) => boolean): string | undefined => {
  const text = typed.trim()
  if (/^[^\s@/:]+@[^\s@/]+\.[^\s@/]+$/.test(text)) return `mailto:${text}`
  if (/^(?:[\w-]+\.)+[\p{L}\d-]{2,}(?:[/?#:]|$)/u.test(text))
    return isLink(`https://${text}`) ? `https://${text}` : undefined
  return isLink(text) ? text : undefined
}
