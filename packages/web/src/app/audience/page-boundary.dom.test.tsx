import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { PageBoundary } from './page-boundary.tsx'

const Form = ({ onName }: { onName: (name: string) => void }) => {
  const [name, setName] = useState('')
  const [broken, setBroken] = useState(false)
  if (broken) throw new Error('a fault of the page')
  return (
    <form>
      <h1>報名</h1>
      <input
        name="name"
        aria-label="name"
        value={name}
        onChange={(event) => {
          setName(event.target.value)
          onName(event.target.value)
        }}
      />
      <textarea aria-label="note" />
      <input type="checkbox" name="consent" aria-label="consent" />
      <input type="radio" name="session" value="a" aria-label="a" defaultChecked />
      <input type="radio" name="session" value="b" aria-label="b" />
      <input type="password" aria-label="password" />
      <button type="button" onClick={() => setBroken(true)}>
        Break
      </button>
    </form>
  )
}

const open = (onName = vi.fn<(name: string) => void>()) => {
  document.body.innerHTML = '<div id="root"></div><div class="not-loaded" id="not-loaded" hidden></div>'
  const container = document.getElementById('root')
  if (!container) throw new Error('no root')
  render(
    <PageBoundary>
      <Form onName={onName} />
    </PageBoundary>,
    { container },
  )
  return onName
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const standing = () => ({
  name: field('name').value,
  note: field('note').value,
  consent: field('consent').checked,
  b: field('b').checked,
})

test('APP-54 A page with a fault stays as drawn with what was typed, says so, and has it again once it is loaded anew', async () => {
  const silence = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  open()
  fireEvent.change(field('name'), { target: { value: '王小美' } })
  fireEvent.change(field('note'), { target: { value: '下午再打' } })
  fireEvent.change(field('password'), { target: { value: 'secret' } })
  fireEvent.click(field('consent'))
  fireEvent.click(field('b'))
  fireEvent.click(screen.getByRole('button'))
  const typed = { name: '王小美', note: '下午再打', consent: true, b: true }
  expect(screen.getByRole('heading').textContent).toBe('報名')
  expect(standing()).toEqual(typed)
  const notice = document.getElementById('not-loaded')
  expect([notice?.hidden, notice?.dataset['now']]).toEqual([false, 'stopped'])
  await waitFor(() => expect(sessionStorage.getItem('typed')).toContain('王小美'))
  expect(sessionStorage.getItem('typed')).not.toContain('secret')
  silence.mockRestore()

  cleanup()
  const onName = open()
  expect(field('name').value).toBe('')
  await waitFor(() => expect(standing()).toEqual(typed))
  expect(onName).toHaveBeenLastCalledWith('王小美')
  // Once: who reloads for another reason starts as ever.
  expect(sessionStorage.getItem('typed')).toBeNull()
})
