import { expect, test, vi } from 'vitest'
import { focusListSearch, saveInHand, stepRow } from './page-keys.ts'

const page = (html: string) => {
  document.body.innerHTML = `<main id="main">${html}</main>`
}
const focused = () => document.activeElement?.id

test('KEYS-600 J and k go from row to row and stay at the ends, / goes to the search of the list', () => {
  Element.prototype.scrollIntoView = () => undefined
  page(`<input id="search" data-list-search>
    <table><tr><td><a id="one" href="#" data-row-open>1</a><button id="menu">…</button></td></tr>
    <tr><td><a id="two" href="#" data-row-open>2</a></td></tr></table>`)
  focusListSearch()
  expect(focused()).toBe('search')
  const walked = [1, 1, 1, -1, -1].map((step) => {
    stepRow(step === 1 ? 1 : -1)
    return focused()
  })
  expect(walked).toEqual(['one', 'two', 'two', 'one', 'one'])
  document.getElementById('menu')?.focus()
  stepRow(1)
  expect(focused()).toBe('two')
})

test('KEYS-601 ⌘S presses the save button of the dialog on top, else of the save bar, else of the form in hand', () => {
  const saved = vi.fn<(id: string) => void>()
  document.addEventListener('click', (event) => event.target instanceof HTMLElement && saved(event.target.id))
  page(`<form><input id="field"><button id="own" type="submit">Save</button></form>
    <div data-save-bar><button id="discard">Discard</button><button id="bar">Save</button></div>
    <div role="dialog"><button id="dialog" type="submit">Save</button></div>`)
  document.addEventListener('submit', (event) => event.preventDefault())
  document.getElementById('field')?.focus()
  saveInHand()
  document.querySelector('[role=dialog]')?.remove()
  saveInHand()
  expect(focused()).toBe('field')
  document.querySelector('[data-save-bar]')?.remove()
  saveInHand()
  document.getElementById('field')?.blur()
  saveInHand()
  expect(saved.mock.calls.flat()).toEqual(['dialog', 'bar', 'own'])
})
