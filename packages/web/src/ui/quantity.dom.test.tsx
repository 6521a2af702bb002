import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Stepper } from './audience/stepper.tsx'

const Cart = ({ first, max, min }: { first: number; max: number; min?: number }) => {
  const [value, setValue] = useState(first)
  const labels = { group: 'Quantity of Bowl', fewer: 'One fewer', more: 'One more' }
  return <Stepper labels={labels} value={value} max={max} onChange={setValue} {...(min === undefined ? {} : { min })} />
}
const fewer = () => screen.getByRole('button', { name: 'One fewer' })
const more = () => screen.getByRole('button', { name: 'One more' })
const value = () => screen.getByRole('group', { name: 'Quantity of Bowl' }).textContent

test('UI-14 A stepper goes no further than what is left', async () => {
  const user = userEvent.setup()
  render(<Cart first={2} max={3} />)
  await user.click(more())
  expect(more()).toHaveProperty('disabled', true)
  await user.click(more())
  expect(value()).toBe('3')
})

test('UI-15 A stepper of a cart goes down to nought, which takes the product out, and never below', async () => {
  const user = userEvent.setup()
  render(<Cart first={1} max={3} />)
  await user.click(fewer())
  await user.click(fewer())
  expect(value()).toBe('0')
})

test('UI-16 A stepper that must keep one stops there', async () => {
  const user = userEvent.setup()
  render(<Cart first={2} max={3} min={1} />)
  await user.click(fewer())
  expect(value()).toBe('1')
  expect(fewer()).toHaveProperty('disabled', true)
})
