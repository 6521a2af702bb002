import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { steadyPresses } from './steady-press.ts'

steadyPresses()

/** A field and a button; what the page heard of them, in order. */
const aForm = () => {
  const heard: string[] = []
  render(
    <form onBlur={() => heard.push('left')}>
      <input aria-label="e-mail" />
      <button type="button" onClick={() => heard.push('clicked')}>
        send
      </button>
    </form>,
  )
  const field = screen.getByLabelText('e-mail')
  field.focus()
  return { heard, button: screen.getByRole('button'), leave: () => act(() => field.blur()) }
}

test('PRESS-1 What a field says when a press leaves it comes with the click, before who is clicked', () => {
  const { heard, button, leave } = aForm()
  fireEvent.mouseDown(button)
  leave()
  expect(heard).toEqual([])
  fireEvent.mouseUp(button)
  expect(heard).toEqual([])
  fireEvent.click(button)
  expect(heard).toEqual(['left', 'clicked'])
})

test('PRESS-2 A field that is left without a press speaks at once', () => {
  const { heard, leave } = aForm()
  leave()
  expect(heard).toEqual(['left'])
})

test('PRESS-3 A press that gave no click lets the field speak once it is over', async () => {
  const { heard, button, leave } = aForm()
  fireEvent.mouseDown(button)
  leave()
  fireEvent.mouseUp(document.body, { clientX: 200, clientY: 200 })
  await expect.poll(() => heard).toEqual(['left'])
})

test('PRESS-4 The press that leaves a field and redraws its form ticks the box that it lands on', () => {
  render(
    <form>
      <input aria-label="e-mail" />
      <input type="checkbox" />
    </form>,
  )
  const field = screen.getByLabelText('e-mail')
  const box = screen.getByRole<HTMLInputElement>('checkbox')
  // As React does when it draws a box anew.
  field.addEventListener('focusout', () => {
    box.checked = false
  })
  field.focus()
  fireEvent.mouseDown(box)
  field.blur()
  fireEvent.mouseUp(box)
  box.click()
  expect(box.checked).toBe(true)
})
