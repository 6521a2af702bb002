import { act, fireEvent, screen } from '@testing-library/react'
import { useSyncExternalStore } from 'react'
import { expect, vi } from 'vitest'
import { test } from '../../../test/screen.tsx'
import { createStore } from '../../lib/store/store.ts'
import { ChatList } from './chat-list.tsx'

const rowsTo = (count: number) => Array.from({ length: count }, (_, at) => ({ key: `r${at}` }))
const nothing = () => undefined

const list = (count: number, isHeld: boolean, onScrolledUp: (isUp: boolean) => void = nothing) => (
  <ChatList
    label="Chat"
    items={rowsTo(count)}
    renderItem={({ key }) => <p key={key}>{key}</p>}
    empty={null}
    begin={null}
    isHeld={isHeld}
    onScrolledUp={onScrolledUp}
    onPointer={nothing}
    onPress={nothing}
    onFocused={nothing}
    onTop={nothing}
  />
)

test('CONTROL-ROOM-252 A list that follows the newest is not measured as comments come in', async ({ mount }) => {
  const store = createStore({ count: 3, isHeld: false })
  const Talk = () => {
    const { count, isHeld } = useSyncExternalStore(store.subscribe, store.get)
    return list(count, isHeld)
  }
  await mount(<Talk />)
  await screen.findByText('r2')
  const measured = vi.spyOn(Element.prototype, 'scrollHeight', 'get')
  for (const count of [4, 5]) act(() => store.set({ count, isHeld: false }))
  expect(screen.getByText('r4')).toBeDefined()
  expect(measured).not.toHaveBeenCalled()
  act(() => store.set({ count: 5, isHeld: true }))
  expect(measured).toHaveBeenCalled()
})

test('CONTROL-ROOM-255 Comments that come in below while the list is on its way to the end do not hold it; a hand that goes up does', async ({
  mount,
}) => {
  const seen: boolean[] = []
  await mount(list(3, false, (isUp) => seen.push(isUp)))
  const log = screen.getByRole('log')
  const scrolled = (scrollTop: number, scrollHeight: number) => {
    for (const [name, value] of Object.entries({ scrollTop, scrollHeight, clientHeight: 200 }))
      Object.defineProperty(log, name, { value, configurable: true, writable: true })
    fireEvent.scroll(log)
  }
  scrolled(300, 500)
  scrolled(300, 680)
  expect(seen).toEqual([false])
  scrolled(200, 680)
  scrolled(480, 680)
  expect(seen).toEqual([false, true, false])
})
