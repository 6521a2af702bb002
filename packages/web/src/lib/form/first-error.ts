const controls = 'input, select, textarea, button, [tabindex]'

/** Brings the first faulty field (in the page's order) into view and focuses its control, once it is drawn. */
export const focusFirstError = (paths: readonly string[]): void => {
  requestAnimationFrame(() => {
    const fields = [...document.querySelectorAll<HTMLElement>('[data-field]')]
    const isFaulty = (name: string | undefined) =>
      name !== undefined && paths.some((path) => path === name || path.startsWith(`${name}.`))
    const first = fields.find((field) => isFaulty(field.dataset.field))
    if (!first) return
    const invalid = first.querySelector<HTMLElement>('[aria-invalid="true"]')
    first.scrollIntoView({ block: 'center' })
    ;(invalid ?? first.querySelector<HTMLElement>(controls))?.focus({ preventScroll: true })
  })
}
