import { screen } from '@testing-library/react'
import { expect } from 'vitest'
import { test } from '../../../../../test/page.tsx'
import { HeartButton } from './heart-button.tsx'

const none = { all: 0, simulated: 0 }
const drawn = () => document.querySelectorAll('[data-heart]').length

test('ROOM-121 A tap on ♡ that counts is seen at once, one that does not shows nothing', async ({ openPage, user }) => {
  let answers = true
  let taps = 0
  const give = () => {
    taps += 1
    return answers
  }
  await openPage(
    { texts: ['room'], head: () => ({ title: '' }), View: () => <HeartButton hearts={none} onHeart={give} /> },
    undefined,
  )
  const button = screen.getByRole('button', { name: 'Send a heart' })
  await user.click(button)
  await user.click(button)
  await expect.poll(drawn, { timeout: 10_000 }).toBe(2)
  expect(document.querySelectorAll('[data-heart="own"]')).toHaveLength(2)
  answers = false
  await user.click(button)
  expect([taps, drawn()]).toEqual([3, 2])
})

test('ROOM-122 Hearts of others are drawn in bounds, and no screen reader speaks of them', async ({ openPage }) => {
  await openPage(
    {
      texts: ['room'],
      head: () => ({ title: '' }),
      View: () => <HeartButton hearts={{ all: 5_000, simulated: 3 }} onHeart={() => true} />,
    },
    undefined,
  )
  await expect.poll(drawn, { timeout: 10_000 }).toBeGreaterThan(0)
  expect(drawn()).toBeLessThanOrEqual(16)
  expect(document.querySelectorAll('[data-heart="simulated"]')).toHaveLength(3)
  expect(document.querySelector('[data-part="hearts"]')?.getAttribute('aria-hidden')).toBe('true')
})
