import { isOfInputMethod } from '../../lib/keys/composing-keys.ts'

const nextFrame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve))

const playing = '[data-plays], [data-part="stage"]'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement

const isChecked = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')

/**
 * Tells React what was written into a field before it knew the field. React compares a field with what it last saw there,
 * which it learns by its own setter on the element: so it is shown something else first.
 */
const tell = (field: Field, written: string | boolean): void => {
  if (isChecked(field)) {
    field.checked = written !== true
    field.click()
    return
  }
  field.value = ''
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set
  setter?.call(field, written)
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
}

/**
 * What main.tsx answers: the page takes what is done on it from `alive` on, and what was written when it is `hydrated`. Until
 * then it would send a form without what stands in its fields.
 */
export interface Taking {
  readonly alive: Promise<void>
  readonly hydrated: Promise<void>
}

/**
 * A page of the server's can be used before its scripts have come: buttons that were tapped, fields that were written in
 * and forms that were sent are remembered, and tapped, written and sent again once they have. Call it before they are
 * fetched, and what it answers when they have come. Left out is what plays (`data-plays`, the stage of a room): browsers
 * want the visitor's own tap for that. A form of method post works without scripts.
 */
export const rememberActs = (): ((taking: Taking) => Promise<void>) => {
  const done = new Set<HTMLElement>()
  const written = new Map<Field, string | boolean>()
  let isAlive = false
  /** Whether the page itself takes what is done in a form: it is alive, and nothing was written there that it doesn't know. */
  const isTaken = (form: HTMLFormElement | null): boolean =>
    isAlive && (form === null || [...written.keys()].every((field) => field.form !== form))
  /** To be done again, and not by the page at the same time. */
  const keep = (event: Event, control: HTMLElement): void => {
    done.add(control)
    if (isAlive) event.stopImmediatePropagation()
  }
  const tap = (event: Event): void => {
    const { target } = event
    const control = target instanceof Element ? target.closest<HTMLElement>('button[type="button"]') : null
    if (control && !control.closest(playing) && !isTaken(control.closest('form'))) keep(event, control)
  }
  const send = (event: Event): void => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || form.method === 'post' || isTaken(form)) return
    event.preventDefault()
    keep(event, form)
  }
  /** Where the button that sends can't be pressed while nothing is known to be written, Enter sends nothing. */
  const enter = (event: Event): void => {
    if (!(event instanceof KeyboardEvent) || event.key !== 'Enter' || isOfInputMethod(event)) return
    if (!(event.target instanceof HTMLInputElement)) return
    const { form } = event.target
    if (form && form.method !== 'post' && !isChecked(event.target) && !isTaken(form)) done.add(form)
  }
  const write = ({ target }: Event): void => {
    if (!isField(target) || target.type === 'file') return
    // Of a group's radio buttons the last one counts.
    written.delete(target)
    written.set(target, isChecked(target) ? target.checked : target.value)
  }
  const acts = [
    ['click', tap],
    ['submit', send],
    ['keydown', enter],
  ] as const
  // Older browsers know no signal that ends listening.
  for (const [type, take] of acts) addEventListener(type, take, true)
  addEventListener('input', write, true)

  return async ({ alive, hydrated }) => {
    await alive
    isAlive = true
    await hydrated
    for (const [type, take] of acts) removeEventListener(type, take, true)
    removeEventListener('input', write, true)
    for (const [field, words] of written) if (field.isConnected) tell(field, words)
    if (done.size === 0) return
    // What the page reads of the device stands after its first effects.
    await nextFrame()
    await nextFrame()
    // One that gave way meanwhile has done its work.
    for (const control of done) {
      if (!control.isConnected) continue
      if (control instanceof HTMLFormElement)
        control.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
      else control.click()
    }
  }
}
