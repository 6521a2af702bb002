import { expect, test } from 'vitest'
import { sharedApp } from '../../../test/fixtures.ts'
import { testApp } from '../../../test/test-app.ts'

/** Two processes of one installation. */
const environment = { KAIMAI_SECRET: 'one secret for both of these processes' }
const t = await sharedApp({ environment })
const member = await t.aFirm('器日')

test('FIRM-39 What pages know of a firm follows a change and a suspension at once, and elsewhere within half a second', async () => {
  const { firms, suspension } = t.app.services
  // Two buses: nothing that one says arrives at the other.
  const other = await testApp({ environment, database: { ...t.platform.db, close: async () => {} } })
  const here = () => firms.publicFirm(member.firmId)
  const there = () => other.app.services.firms.publicFirm(member.firmId)
  expect([(await here()).name, (await there()).name]).toEqual(['器日', '器日'])
  await firms.change(member.firmId, { name: '器日窯' })
  expect((await here()).name).toBe('器日窯')
  other.clock.advance(499)
  expect((await there()).name).toBe('器日')
  other.clock.advance(1)
  expect((await there()).name).toBe('器日窯')
  await suspension.suspend(member.firmId, '')
  expect((await here()).suspended).toBe(true)
  expect((await there()).suspended).toBe(false)
  other.clock.advance(500)
  expect((await there()).suspended).toBe(true)
  await other.close()
})
