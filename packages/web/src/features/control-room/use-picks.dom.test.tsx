import { fireEvent, screen } from '@testing-library/react'
import { memo, useState } from 'react'
import { expect } from 'vitest'
import { test } from '../../../test/screen.tsx'
import { usePicks } from './use-picks.ts'

/** A row that is drawn again only when it is chosen itself, as rows of the list are: it keeps the handler of that time. */
const Row = memo(
  ({ name, picked, onPick }: { name: string; picked: boolean; onPick: () => void }) => (
    <input type="checkbox" aria-label={name} checked={picked} onChange={onPick} />
  ),
  (before, now) => before.picked === now.picked,
)

const Rows = () => {
  const picks = usePicks()
  const [names] = useState(['first', 'second', 'third'])
  return names.map((name) => <Row key={name} name={name} picked={picks.has(name)} onPick={() => picks.toggle(name)} />)
}

test('CONTROL-ROOM-256 A comment that is chosen beside others adds to them, though its row was not drawn again since', async ({
  mount,
}) => {
  await mount(<Rows />)
  for (const name of ['first', 'second', 'third']) fireEvent.click(await screen.findByRole('checkbox', { name }))
  expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(3)
  fireEvent.click(screen.getByRole('checkbox', { name: 'first' }))
  expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(2)
})
