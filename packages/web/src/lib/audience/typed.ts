/** What somebody has put into a field: its text, or whether it is ticked. */
interface Typed {
  /** Type, name and id of the field. */
  readonly field: string
  /** Which of those that are called the same. */
  readonly at: number
  readonly value: string | boolean
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const notKept = new Set(['password', 'file', 'hidden', 'submit', 'button'])

const fieldsOf = (page: ParentNode): Map<string, Field[]> => {
  const fields = new Map<string, Field[]>()
  for (const field of page.querySelectorAll<Field>('input, textarea, select')) {
    if (notKept.has(field.type)) continue
    const called = `${field.type} ${field.name} ${field.id}`
    fields.set(called, [...(fields.get(called) ?? []), field])
  }
  return fields
}

const isTick = (field: Field): field is HTMLInputElement => field.type === 'checkbox' || field.type === 'radio'

/** What stands in the fields of a page. */
const readTyped = (page: ParentNode): Typed[] =>
  [...fieldsOf(page)].flatMap(([field, all]) =>
    all.map((each, at) => ({ field, at, value: isTick(each) ? each.checked : each.value })),
  )

/** Puts it back, as if somebody had typed it: whoever listens to the fields hears of it. Answers what has no field here yet. */
const writeTyped = (page: ParentNode, typed: readonly Typed[]): Typed[] => {
  const fields = fieldsOf(page)
  const left: Typed[] = []
  for (const each of typed) {
    const { field, at, value } = each
    const found = fields.get(field)?.[at]
    if (!found) left.push(each)
    if (!found || found.disabled) continue
    if (typeof value === 'boolean') {
      // A radio button is left by choosing another.
      if (isTick(found) && found.checked !== value && (value || found.type === 'checkbox')) found.click()
    } else if (found.value !== value) {
      // Past React, which keeps an account of what it has put there itself.
      Reflect.set(Object.getPrototypeOf(found) as object, 'value', value, found)
      found.dispatchEvent(new Event('input', { bubbles: true }))
      found.dispatchEvent(new Event('change', { bubbles: true }))
    }
  }
  return left
}

const key = 'typed'
/** Fields that come later than this belong to something that was opened since, in milliseconds. */
const fieldsComeWithin = 15_000

/** Keeps what was typed into a page for its next look in this tab. */
export const keepTyped = (page: ParentNode): void => {
  try {
    sessionStorage.setItem(key, JSON.stringify({ path: location.pathname, typed: readTyped(page) }))
  } catch {
    // A browser that stores nothing: the fields on the screen still hold it.
  }
}

/** Puts back what was kept for this page, once, as its fields come. */
export const putBackTyped = (page: HTMLElement): void => {
  const kept = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  if (kept === null) return
  // Written by keepTyped.
  const { path, typed } = JSON.parse(kept) as { path: string; typed: readonly Typed[] }
  if (path !== location.pathname) return
  let left = writeTyped(page, typed)
  if (left.length === 0) return
  const comes = new MutationObserver(() => {
    left = writeTyped(page, left)
    if (left.length === 0) comes.disconnect()
  })
  comes.observe(page, { childList: true, subtree: true })
  setTimeout(() => comes.disconnect(), fieldsComeWithin)
}
