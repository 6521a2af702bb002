import { act, fireEvent, screen } from '@testing-library/react'
import { expect } from 'vitest'
import { test } from '../../../../../test/page.tsx'
import { Composer } from './composer.tsx'

const nothing = () => undefined

test('ROOM-963 A press on the line from before the scripts, taken back by the time they come, leaves the cart where it is', async ({
  openPage,
  user,
}) => {
  const View = () => (
    <Composer
      onSay={nothing}
      slow={0}
      waits={0}
      products={1}
      totalQuantity={0}
      onOpenProducts={nothing}
      onOpenCart={nothing}
    />
  )
  await openPage({ texts: ['room'], head: () => ({ title: '' }), View }, undefined)
  const form = screen.getByRole('form', { name: 'Comment' })
  const line = screen.getByRole('textbox', { name: 'Comment' })
  const asItRests = form.className
  act(() => {
    fireEvent.focusIn(line)
  })
  expect(form.className).toBe(asItRests)
  await user.click(line)
  expect(form.className).not.toBe(asItRests)
  await user.tab()
  expect(form.className).toBe(asItRests)
})
