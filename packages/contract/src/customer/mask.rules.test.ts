import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maskedDelivery, maskedEmail, maskedName, maskedPhone } from './mask.rules.ts'

test('CUSTOMER-1 A mask lets the owner recognise the value', () => {
  expect(['王小明', '王明', '歐陽小明', '王', '', ' 王小明 ', '👩‍🦰'].map(maskedName)).toEqual([
    ...['王○明', '王○', '歐○○明', '○', '', '王○明'],
    expect.stringContaining('○'),
  ])
  expect(['0912 345 678', '+819012345678', '12345678', '12345', ''].map(maskedPhone)).toEqual([
    ...['0912 *** ***', '+819 *** ***', '12 *** ***', '*** ***', ''],
  ])
  expect(['mei@example.com', 'a@b.co.uk', ''].map(maskedEmail)).toEqual(['m***@***.com', 'a***@***.uk', ''])
  const home = { type: 'home', county: '臺北市', district: '大安區', zipcode: '106', address: '仁愛路 1 號' } as const
  expect(maskedDelivery(home)).toBe('臺北市大安區 ***')
  expect(maskedDelivery({ type: 'store', storeName: '7-ELEVEN 鶯陶門市', storeCode: '131386' })).toBe('7-ELEVEN ***')
  expect(maskedDelivery({ type: 'store', storeName: '鶯陶門市', storeCode: '131386' })).toBe('***')
  expect([maskedDelivery({ type: 'self' }), maskedDelivery(null)]).toEqual(['', ''])
})

const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 17 }).map((all) => all.join(''))

test('CUSTOMER-2 Whatever is masked, of a phone at most its first four signs stay, of a name and an e-mail no middle', () => {
  fc.assert(
    fc.property(digits, fc.constantFrom('', '+', '0'), (number, sign) => {
      const phone = sign + number
      const shown = maskedPhone(phone).replace(/[* ]/g, '')
      expect(phone.startsWith(shown)).toBe(true)
      expect(shown.length).toBeLessThanOrEqual(Math.max(0, Math.min(4, phone.length - 6)))
    }),
  )
  fc.assert(
    fc.property(fc.string({ minLength: 3, maxLength: 60, unit: 'grapheme' }), (name) => {
      const shown = [...maskedName(name)].filter((letter) => letter !== '○')
      expect(shown.length).toBeLessThanOrEqual(2)
    }),
  )
  fc.assert(
    fc.property(fc.emailAddress(), (email) => {
      const [user = ''] = email.split('@')
      if (user.length > 1) expect(maskedEmail(email)).not.toContain(`${user}@`)
      expect([...(maskedEmail(email).split('@')[0] ?? '')]).toHaveLength(4)
    }),
  )
})
