import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readInvitedList } from './live-customer.rules.ts'

const ofLine = (line: string) => readInvitedList(line).people[0]

test('LIVE-CUSTOMER-1 A line invites a person by name, phone and e-mail in any order, as spreadsheets and people write them', () => {
  const mei = { name: '林小美', phone: '+886912345678', email: 'mei@example.com', language: 'zh-TW' }
  for (const line of [
    '林小美, 0912-345-678, mei@example.com',
    'mei@example.com\t林小美\t912345678',
    '"林小美"，Mei@Example.com，+886 912 345 678',
  ])
    expect(ofLine(line)).toEqual(mei)
  expect(ofLine('Wang, wang@example.com, English')).toEqual({
    name: 'Wang',
    phone: '',
    email: 'wang@example.com',
    language: 'en',
  })
  expect(ofLine('English, 0912345678')).toMatchObject({ name: 'English', email: '', language: 'zh-TW' })
})

test('LIVE-CUSTOMER-2 What invites nobody is counted by its reason, and whoever stands there twice is invited once', () => {
  const text = [
    '姓名,手機,電子郵件',
    '林小美,0912345678,mei@example.com',
    '',
    '林小美,0912345678,',
    'Wang,,MEI@example.com',
    '沒有信箱,mei@',
    '市話,02-2345-6789',
    'no-name@example.com',
  ].join('\r\n')
  expect(readInvitedList(text)).toMatchObject({
    lines: 7,
    people: [{ name: '林小美' }],
    dropped: { noContact: 1, invalid: 2, noName: 1, duplicate: 2 },
  })
})

test('LIVE-CUSTOMER-3 Every line is counted once, and no number or mail box is invited twice, whatever is pasted', () => {
  const cell = fc.constantFrom(
    '林小美',
    'Wang',
    '',
    'mei@example.com',
    'lin@example.com',
    '0912345678',
    '0987654321',
    'x@',
  )
  const line = fc.array(cell, { minLength: 1, maxLength: 4 }).map((cells) => cells.join(','))
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), (all) => {
      const { lines, people, dropped } = readInvitedList(all.join('\n'))
      expect(lines).toBe(people.length + Object.values(dropped).reduce((sum, count) => sum + count, 0))
      const contacts = people.flatMap(({ phone, email }) => [phone, email]).filter((contact) => contact !== '')
      expect(new Set(contacts).size).toBe(contacts.length)
      for (const { name, phone, email } of people) expect([name === '', phone + email === '']).toEqual([false, false])
    }),
  )
})
