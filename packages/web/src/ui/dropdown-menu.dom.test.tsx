import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { DropdownMenu } from './dropdown-menu.tsx'

/** A menu whose button stands `top` px below the window's upper edge. */
const openMenu = (top: { px: number }): void => {
  render(
    <DropdownMenu items={[{ label: 'Rename' }]} renderTrigger={(props) => <button {...props}>More actions</button>} />,
  )
  const button = screen.getByRole('button', { name: 'More actions' })
  vi.spyOn(button, 'getBoundingClientRect').mockImplementation(() => new DOMRect(20, top.px, 90, 32))
  fireEvent.click(button)
}

test('UI-101 A menu stays open over a scroll that does not move its button, and closes with one that does', () => {
  const top = { px: 300 }
  openMenu(top)
  // A finger's scroll is still being reported when it taps.
  fireEvent.scroll(document)
  expect(screen.getByRole('menuitem', { name: 'Rename' })).toBeDefined()
  top.px = 240
  fireEvent.scroll(document)
  expect(screen.queryByRole('menuitem')).toBeNull()
})
