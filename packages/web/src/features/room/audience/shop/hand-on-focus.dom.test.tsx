import { expect, onTestFinished, test } from 'vitest'
import { handOnFocus } from './hand-on-focus.ts'

const stage = (html: string): HTMLElement => {
  document.body.innerHTML = html
  onTestFinished(() => {
    document.body.innerHTML = ''
  })
  onTestFinished(handOnFocus())
  const button = document.querySelector('button')
  if (!button) throw new Error('there is no button')
  button.focus()
  return button
}

test('ROOM-98 The focus of a button that gives way to a stepper goes on to the stepper, and back when it is emptied', async () => {
  const add = stage('<article><button>Add</button></article>')
  add.click()
  add.outerHTML = '<span role="group"><button>fewer</button><button>more</button></span>'
  await expect.poll(() => document.activeElement?.textContent).toBe('more')
  const group = document.querySelector('[role=group]')
  document.querySelector<HTMLElement>('button')?.focus()
  document.querySelector<HTMLElement>('button')?.click()
  if (group) group.outerHTML = '<button>Add</button>'
  await expect.poll(() => document.activeElement?.textContent).toBe('Add')
})

test('ROOM-99 A card that comes or changes without a hand takes no focus', async () => {
  const other = stage('<button>other</button><article><p></p></article>')
  const card = document.querySelector('article')
  if (card) card.innerHTML = '<button>Add</button>'
  // No focus may move in this time.
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(document.activeElement).toBe(other)
})
