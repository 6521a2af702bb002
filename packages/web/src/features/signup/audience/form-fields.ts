import type { Person } from './checks.ts'
import { homeCountry } from './phone-countries.ts'

// The browser keeps what is typed, so that nothing is lost before the page stands.

const control = (form: HTMLFormElement, name: string): HTMLInputElement | HTMLSelectElement | undefined => {
  const found = form.elements.namedItem(name)
  return found instanceof HTMLInputElement || found instanceof HTMLSelectElement ? found : undefined
}

export const readPerson = (form: HTMLFormElement): Person => {
  const value = (name: string) => control(form, name)?.value ?? ''
  const consent = control(form, 'consent')
  return {
    name: value('name'),
    phone: value('phone'),
    phoneCountry: value('phoneCountry') || homeCountry,
    email: value('email'),
    county: value('county'),
    consent: consent instanceof HTMLInputElement && consent.checked,
  }
}

export const isUntouched = ({ name, phone, email }: Person): boolean => name === '' && phone === '' && email === ''

/** Fills in what was typed before, where nothing stands yet. */
export const fillIn = (form: HTMLFormElement, typed: Partial<Person>): void => {
  for (const [name, text] of Object.entries(typed)) {
    const field = control(form, name)
    if (field && typeof text === 'string' && text !== '' && (field.value === '' || name === 'phoneCountry')) {
      field.value = text
      if (field instanceof HTMLSelectElement) field.dispatchEvent(new Event('change', { bubbles: true }))
    }
  }
}

export const writeField = (form: HTMLFormElement, name: string, text: string): void => {
  const field = control(form, name)
  if (field && field.value !== text) field.value = text
}

/** Shows a field in the middle of the screen and puts the cursor into it. */
export const goTo = (form: HTMLFormElement, name: string): void => {
  const field = control(form, name)
  field?.focus({ preventScroll: true })
  field?.scrollIntoView({ block: 'center', behavior: 'smooth' })
}

export const chosenSession = (form: HTMLFormElement): string | undefined =>
  form.querySelector<HTMLInputElement>('input[name=session]:checked')?.value
