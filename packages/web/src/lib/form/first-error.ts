import { useEffect, useState } from 'react'
import type { FieldErrors } from './field-error.ts'

const controls = 'input, select, textarea, button, [tabindex]'

/** Fields of the page, in its order; each is named by its path in the form. */
const fieldsOnPage = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-field]')]

const covers = (name: string | undefined, path: string): boolean =>
  name !== undefined && (path === name || path.startsWith(`${name}.`))

/** The words of those errors that stand at no field of the page, each once: an error that nobody sees can't be mended. */
const hiddenErrors = (errors: FieldErrors): string[] => {
  const fields = fieldsOnPage()
  const hidden = Object.entries(errors).filter(
    ([path, words]) => !fields.some((field) => covers(field.dataset.field, path) && field.textContent.includes(words)),
  )
  return [...new Set(hidden.map(([, words]) => words))]
}

/** Answers the words of the errors that no field shows, once the page is drawn and whenever it changes, until stopped. */
const watchHiddenErrors = (errors: FieldErrors, onLook: (words: readonly string[]) => void): (() => void) => {
  if (Object.keys(errors).length === 0) return () => undefined
  let frame = 0
  const look = () => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(() => onLook(hiddenErrors(errors)))
  }
  look()
  const observer = new MutationObserver(look)
  observer.observe(document.body, { childList: true, characterData: true, subtree: true })
  return () => {
    cancelAnimationFrame(frame)
    observer.disconnect()
  }
}

/** The words of the errors that no field on the page shows; empty: fields show them all. */
export const useHiddenErrors = (errors: FieldErrors): string => {
  const [hidden, setHidden] = useState('')
  useEffect(() => watchHiddenErrors(errors, (words) => setHidden(words.join(' '))), [errors])
  return hidden
}

/** Brings the first faulty field (in the page's order) into view and focuses its control, once it is drawn. */
export const focusFirstError = (paths: readonly string[]): void => {
  requestAnimationFrame(() => {
    const first = fieldsOnPage().find((field) => paths.some((path) => covers(field.dataset.field, path)))
    if (!first) return
    const invalid = first.querySelector<HTMLElement>('[aria-invalid="true"]')
    first.scrollIntoView({ block: 'center' })
    ;(invalid ?? first.querySelector<HTMLElement>(controls))?.focus({ preventScroll: true })
  })
}
