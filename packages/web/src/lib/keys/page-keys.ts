/** The search field of the list that is shown. */
const searchOf = (page: ParentNode) => page.querySelector<HTMLElement>('[data-list-search]')

/** The rows of the list that is shown: what opens each. */
const rowsOf = (page: ParentNode): HTMLElement[] => [...page.querySelectorAll<HTMLElement>('[data-row-open]')]

const top = (): ParentNode => document.getElementById('main') ?? document

export const focusListSearch = (): void => searchOf(top())?.focus()

/** The next or the previous row of the list gets the focus; Enter opens it, as it is a link or a button. */
export const stepRow = (step: 1 | -1): void => {
  const rows = rowsOf(top())
  const active = document.activeElement
  const at = rows.findIndex((row) => row === active || row.closest('tr, li')?.contains(active) === true)
  const to = at < 0 ? (step === 1 ? 0 : rows.length - 1) : Math.max(0, Math.min(rows.length - 1, at + step))
  const row = rows[to]
  row?.focus()
  row?.scrollIntoView({ block: 'nearest' })
}

const isReady = (button: HTMLButtonElement): boolean =>
  !button.disabled && button.getAttribute('aria-disabled') !== 'true'

/**
 * Saves the form in hand as its own button would: that of the dialog on top, else of the save bar, else of the form that
 * holds the focus. What is being typed is finished first.
 */
export const saveInHand = (): void => {
  const active = document.activeElement instanceof HTMLElement ? document.activeElement : undefined
  const dialog = [...document.querySelectorAll<HTMLElement>('[role="dialog"]')].at(-1)
  const submits = dialog?.querySelectorAll<HTMLButtonElement>('button[type="submit"]')
  const bar = dialog
    ? undefined
    : document.querySelector('[data-save-bar]')?.querySelectorAll<HTMLButtonElement>('button')
  const form = active?.closest('form')
  const button =
    [...(submits ?? [])].findLast(isReady) ??
    [...(bar ?? [])].findLast(isReady) ??
    [...(dialog ? [] : (form?.querySelectorAll<HTMLButtonElement>('button[type="submit"]') ?? []))].findLast(isReady)
  if (!button) return
  active?.blur()
  active?.focus({ preventScroll: true })
  button.click()
}
