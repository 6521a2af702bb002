import { act, createEvent, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { HoldButton } from './hold-button.tsx'
import { type Hold, useHold } from './use-hold.ts'

const holdMs = 2000

beforeEach(() => {
  vi.useFakeTimers()
})

type Act = 'pointerDown' | 'pointerUp' | 'pointerOut' | 'keyDown' | 'keyUp' | 'click' | 'focusOut'

/** One event on the button, `atMs` by the clock of events. React hears of leaving by the events that bubble. */
const does = (act: Act, atMs: number, init: object = {}) => {
  const button = screen.getByRole('button', { name: 'End live' })
  const event = createEvent[act](button, { button: 0, ...init })
  Object.defineProperty(event, 'timeStamp', { value: atMs })
  fireEvent(button, event)
}

const passes = (ms: number) => act(() => vi.advanceTimersByTime(ms))

const Asking = (hold: Omit<Hold, 'holdMs'>) => {
  const { handlers } = useHold({ holdMs, ...hold })
  return (
    <button type="button" {...handlers}>
      End live
    </button>
  )
}

describe('held to the end', () => {
  test('UI-3 A button held by pointer until it is full acts once, without being let go', () => {
    const onDone = vi.fn()
    render(<HoldButton onDone={onDone}>End live</HoldButton>)
    does('pointerDown', 1)
    passes(holdMs - 1)
    expect(onDone).not.toHaveBeenCalled()
    passes(1)
    does('pointerUp', holdMs + 500)
    does('click', holdMs + 500)
    passes(10 * holdMs)
    expect(onDone).toHaveBeenCalledTimes(1)
  })

  test.for(['Enter', ' '])('UI-4 A button held by the key "%s" acts once, however often the key repeats', (key) => {
    const onDone = vi.fn()
    render(<HoldButton onDone={onDone}>End live</HoldButton>)
    does('keyDown', 1, { key })
    for (let at = 500; at < holdMs; at += 100) does('keyDown', at, { key, repeat: true })
    passes(holdMs)
    does('keyDown', holdMs + 100, { key, repeat: true })
    does('keyUp', holdMs + 200, { key })
    passes(10 * holdMs)
    expect(onDone).toHaveBeenCalledTimes(1)
  })

  test('UI-5 A release that comes before the timer of a busy page acts, and the timer does not act again', () => {
    const onDone = vi.fn()
    render(<HoldButton onDone={onDone}>End live</HoldButton>)
    does('pointerDown', 1)
    does('pointerUp', holdMs + 1)
    passes(10 * holdMs)
    expect(onDone).toHaveBeenCalledTimes(1)
  })

  test('UI-6 A press and its late release that are read in one go act once', () => {
    const onDone = vi.fn()
    render(<HoldButton onDone={onDone}>End live</HoldButton>)
    act(() => {
      does('pointerDown', 1)
      does('pointerUp', holdMs + 1)
    })
    passes(10 * holdMs)
    expect(onDone).toHaveBeenCalledTimes(1)
  })

  test('UI-17 A release that comes after the timer and before the page is drawn again does not act again', () => {
    const onDone = vi.fn()
    render(<HoldButton onDone={onDone}>End live</HoldButton>)
    does('pointerDown', 1)
    act(() => {
      vi.advanceTimersByTime(holdMs)
      does('pointerUp', holdMs + 1)
    })
    passes(10 * holdMs)
    expect(onDone).toHaveBeenCalledTimes(1)
  })
})

describe('let go early', () => {
  test.for<[string, Act]>([
    ['lifted', 'pointerUp'],
    ['moved away', 'pointerOut'],
    ['interrupted', 'focusOut'],
  ])('UI-7 A pointer that is %s too early does nothing', ([, end]) => {
    const onDone = vi.fn()
    render(<HoldButton onDone={onDone}>End live</HoldButton>)
    does('pointerDown', 1)
    passes(holdMs - 100)
    does(end, holdMs - 100)
    passes(10 * holdMs)
    expect(onDone).not.toHaveBeenCalled()
  })

  test('UI-8 A press that is too short says so, and asks nothing with the click that follows it', () => {
    const heard = { onHeld: vi.fn(), onShort: vi.fn(), onAsked: vi.fn() }
    render(<Asking {...heard} />)
    does('pointerDown', 1)
    does('pointerUp', 200)
    does('click', 200)
    passes(10 * holdMs)
    expect([heard.onHeld, heard.onShort, heard.onAsked].map(({ mock }) => mock.calls.length)).toEqual([0, 1, 0])
  })

  test('UI-9 The other buttons of a mouse hold nothing', () => {
    const onDone = vi.fn()
    render(<HoldButton onDone={onDone}>End live</HoldButton>)
    does('pointerDown', 1, { button: 2 })
    passes(10 * holdMs)
    expect(onDone).not.toHaveBeenCalled()
  })

  test('UI-10 A busy button can not be held', () => {
    const onDone = vi.fn()
    render(
      <HoldButton busy onDone={onDone}>
        End live
      </HoldButton>,
    )
    does('pointerDown', 1)
    does('click', 2)
    passes(10 * holdMs)
    expect(onDone).not.toHaveBeenCalled()
  })
})

describe('a press that can not be held', () => {
  test('UI-11 A screen reader’s press asks, where the screen has a question for it', () => {
    const heard = { onHeld: vi.fn(), onShort: vi.fn(), onAsked: vi.fn() }
    render(<Asking {...heard} />)
    does('click', 1)
    passes(10 * holdMs)
    expect([heard.onHeld, heard.onShort, heard.onAsked].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 1])
  })

  test('UI-12 Elsewhere a screen reader’s press fills the button by itself', () => {
    const onDone = vi.fn()
    render(<HoldButton onDone={onDone}>End live</HoldButton>)
    does('click', 1)
    passes(holdMs)
    expect(onDone).toHaveBeenCalledTimes(1)
  })

  test('UI-13 A second press of a screen reader stops what the first one began', () => {
    const onDone = vi.fn()
    render(<HoldButton onDone={onDone}>End live</HoldButton>)
    does('click', 1)
    passes(500)
    does('click', 500)
    passes(10 * holdMs)
    expect(onDone).not.toHaveBeenCalled()
  })
})
