import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

// The listener is there in all these tests (test/dom.ts), as it is in both programs.
const keysOfWord: [string, object][] = [
  ['an Enter within a word', { key: 'Enter', isComposing: true }],
  ['Safari’s Enter, which comes after the word', { key: 'Enter', keyCode: 229 }],
  ['an Escape that gives the word up', { key: 'Escape', isComposing: true }],
  ['Safari’s Escape, which comes after the word', { key: 'Escape', keyCode: 229 }],
  ['an arrow that chooses another', { key: 'ArrowDown', keyCode: 229 }],
  ['the Backspace that takes its last letter away', { key: 'Backspace', keyCode: 229 }],
]

test.each(keysOfWord)('KEYS-602 %s is the input method’s: no field, form or shortcut hears of it', (_, key) => {
  const heard = vi.fn<(key: string) => void>()
  document.addEventListener('keydown', (event) => heard(event.key), { once: true })
  render(
    <form onSubmit={() => heard('submit')} onKeyDown={(event) => heard(event.key)}>
      <input aria-label="name" onKeyDown={(event) => heard(event.key)} />
    </form>,
  )
  const goesOn = fireEvent.keyDown(screen.getByLabelText('name'), key)
  expect(heard).not.toHaveBeenCalled()
  // A form is sent, and a dialog closed, by what the browser does with a key that nobody stopped.
  expect(goesOn).toBe(!['Enter', 'Escape'].includes((key as { key: string }).key))
  fireEvent.keyDown(screen.getByLabelText('name'), { key: 'Enter' })
  expect(heard.mock.calls.flat()).toEqual(['Enter', 'Enter', 'Enter'])
})
