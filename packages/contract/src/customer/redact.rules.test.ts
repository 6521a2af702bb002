import fc from 'fast-check'
import { expect, test } from 'vitest'
import { redactEmail, redactName, redactPhone } from '../common/redact.rules.ts'
import { redactDelivery } from './redact-delivery.rules.ts'

test('CUSTOMER-1 A redacted contact is recognised by its owner', () => {
  expect(['王小明', '王明', '歐陽小明', '王', '', ' 王小明 ', '👩‍🦰'].map(redactName)).toEqual([
    ...['王○明', '王○', '歐○○明', '○', '', '王○明'],
    expect.stringContaining('○'),
  ])
  expect(['0912 345 678', '+886912345678', '+819012345678', '12345678', '12345', ''].map(redactPhone)).toEqual([
    ...['0912 *** ***', '0912 *** ***', '+819 *** ***', '12 *** ***', '*** ***', ''],
  ])
  expect(['mei@example.com', 'a@b.co.uk', ''].map(redactEmail)).toEqual(['m***@***.com', 'a***@***.uk', ''])
  const home = { type: 'home', county: '臺北市', district: '大安區', zipcode: '106', address: '仁愛路 1 號' } as const
  expect(redactDelivery(home)).toBe('臺北市大安區 ***')
  expect(redactDelivery({ type: 'store', storeName: '7-ELEVEN 鶯陶門市', storeCode: '131386' })).toBe('7-ELEVEN ***')
  expect(redactDelivery({ type: 'store', storeName: '鶯陶門市', storeCode: '131386' })).toBe('***')
  expect([redactDelivery({ type: 'self' }), redactDelivery(null)]).toEqual(['', ''])
})

const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 17 }).map((all) => all.join(''))

test('CUSTOMER-2 Of a redacted phone at most the first four signs are shown and never its end, of a name and an e-mail no middle', () => {
  fc.assert(
    fc.property(digits, fc.constantFrom('', '+', '0', '+886'), (number, sign) => {
      const phone = sign + number
      const shown = redactPhone(phone).replace(/[* ]/g, '')
      const dialled = phone.replace(/^\+886/, '0')
      expect(dialled.startsWith(shown)).toBe(true)
      expect(shown.length).toBeLessThanOrEqual(Math.max(0, Math.min(4, dialled.length - 6)))
    }),
  )
  fc.assert(
    fc.property(fc.string({ minLength: 3, maxLength: 60, unit: 'grapheme' }), (name) => {
      const shown = [...redactName(name)].filter((letter) => letter !== '○')
      expect(shown.length).toBeLessThanOrEqual(2)
    }),
  )
  fc.assert(
    fc.property(fc.emailAddress(), (email) => {
      const [user = ''] = email.split('@')
      if (user.length > 1) expect(redactEmail(email)).not.toContain(`${user}@`)
      expect([...(redactEmail(email).split('@')[0] ?? '')]).toHaveLength(4)
    }),
  )
})
