import { fail } from '@kaimai/contract/common/error.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { screen } from '@testing-library/react'
import { expect } from 'vitest'
import { idOf } from '../../../../../test/record.ts'
import { test } from '../../../../../test/page.tsx'
import { defineAudiencePage } from '../../../../lib/audience/audience-page.ts'
import { ProductDescription } from './product-description.tsx'

const sheet = defineAudiencePage({
  texts: ['room'],
  head: () => ({ title: '' }),
  View: () => <ProductDescription streamId="s123456789012345678901" productId={idOf(3)} isAlone={false} />,
})

test('ROOM-783 The sheet of a product shows what is written of it as the server wrote it, pictures lazily; what did not come is asked for again by hand', async ({
  wire,
  openPage,
  user,
}) => {
  let asked = 0
  wire.answer(roomRoutes.description, () => {
    asked += 1
    if (asked === 1) throw fail('notFound')
    return {
      description:
        '<h2>Glaze</h2><p>Safe in a <strong>microwave</strong></p><img src="/a.webp" alt="Bowl" loading="lazy">',
    }
  })
  await openPage(sheet, undefined)
  await screen.findByText(/didn’t load/)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect((await screen.findByRole('heading', { level: 2, name: 'Glaze' })).closest('section')?.textContent).toContain(
    'Safe in a microwave',
  )
  expect(screen.getByRole('img', { name: 'Bowl' }).getAttribute('loading')).toBe('lazy')
})
