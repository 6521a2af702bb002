import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bankLines, withheldOf } from './payout.rules.ts'
import { monthEndMs, statementOf, taipeiMonth } from './statement.rules.ts'

test('COMMISSION-20 A statement pays all that is due, or carries all of it on, also a debt', () => {
  expect(statementOf(0, [100_00, 150_00, -50_00], 200_00)).toEqual({
    carried: 0,
    earned: 250_00,
    reversed: -50_00,
    total: 200_00,
    payable: 200_00,
    carriedOn: 0,
  })
  expect(statementOf(0, [100_00], 200_00)).toMatchObject({ payable: 0, carriedOn: 100_00 })
  expect(statementOf(100_00, [100_00], 200_00)).toMatchObject({ payable: 200_00, carriedOn: 0 })
  expect(statementOf(0, [-80_00], 0)).toMatchObject({ payable: 0, carriedOn: -80_00 })
  expect(statementOf(0, [], 0)).toMatchObject({ total: 0, payable: 0, carriedOn: 0 })
})

test('COMMISSION-21 Whatever becomes due in whatever months, what was paid and what is carried on is what was earned', () => {
  const months = fc.array(fc.array(fc.integer({ min: -500, max: 1_000 }), { maxLength: 5 }), { maxLength: 12 })
  fc.assert(
    fc.property(months, fc.nat(2_000), (rows, leastPayout) => {
      let [carried, paid] = [0, 0]
      for (const amounts of rows) {
        const statement = statementOf(carried, amounts, leastPayout)
        expect(statement.payable).toBeGreaterThanOrEqual(0)
        carried = statement.carriedOn
        paid += statement.payable
      }
      expect(paid + carried).toBe(rows.flat().reduce((sum, amount) => sum + amount, 0))
    }),
  )
})

test('COMMISSION-22 A month is Taipei’s: it ends at its midnight', () => {
  expect(new Date(monthEndMs('2026-02')).toISOString()).toBe('2026-02-28T16:00:00.000Z')
  expect(new Date(monthEndMs('2026-12')).toISOString()).toBe('2026-12-31T16:00:00.000Z')
  expect([monthEndMs('2026-02') - 1, monthEndMs('2026-02')].map(taipeiMonth)).toEqual(['2026-02', '2026-03'])
})

test('COMMISSION-23 Of a person in Taiwan a tenth is kept where it is more than NT$2,000, and the premium from NT$20,000', () => {
  const kept = (dollars: number) => withheldOf('resident', dollars * 100, 'TWD')
  expect(kept(19_999)).toEqual({ gross: 19_999_00, tax: 0, premium: 0, net: 19_999_00 })
  // A tax of 2,000 is not kept; 20,000 × 2.11 % = 422.
  expect(kept(20_000)).toMatchObject({ tax: 0, premium: 422_00, net: 19_578_00 })
  expect(kept(20_009)).toMatchObject({ tax: 0 })
  expect(kept(20_010)).toMatchObject({ tax: 2_001_00 })
  // 30,005 × 2.11 % = 633.1055 → 633; the tax of 3,000.5 loses its half dollar.
  expect(kept(30_005)).toEqual({ gross: 30_005_00, tax: 3_000_00, premium: 633_00, net: 26_372_00 })
  expect(kept(20_000_000)).toMatchObject({ premium: 211_000_00 })
})

test('COMMISSION-24 Of who lives abroad a fifth is kept from the first dollar, of a company and of other money nothing', () => {
  expect(withheldOf('nonResident', 1_003_00, 'TWD')).toEqual({ gross: 1_003_00, tax: 200_00, premium: 0, net: 803_00 })
  expect(withheldOf('company', 50_000_00, 'TWD').net).toBe(50_000_00)
  expect(withheldOf('resident', 50_000_00, 'USD').net).toBe(50_000_00)
  fc.assert(
    fc.property(
      fc.constantFrom('resident' as const, 'nonResident' as const, 'company' as const),
      fc.nat(1e7),
      (kind, dollars) => {
        const { gross, tax, premium, net } = withheldOf(kind, dollars * 100, 'TWD')
        expect(net + tax + premium).toBe(gross)
        expect([tax, premium, net].every((part) => part >= 0 && part % 100 === 0)).toBe(true)
      },
    ),
  )
})

test('COMMISSION-25 A line of the bank file says bank, account, holder, whole dollars and what it is for', () => {
  const transfer = { bankCode: '822', account: '012345678901', holder: '林小美', net: 1_280_00, note: '分潤 2026-03' }
  expect(bankLines([transfer])).toEqual([['822', '012345678901', '林小美', '1280', '分潤 2026-03']])
  expect(bankLines([{ ...transfer, net: 12_50 }])[0]?.[3]).toBe('12.50')
})
