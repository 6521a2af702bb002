import { Email } from '@kaimai/contract/common/phone.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { errorOf, errorsOf, type FieldName, fieldsOf, type Person } from './checks.ts'
import { counties } from '@kaimai/contract/signup/county.rules.ts'
import { countriesOf, nearCountries } from './phone-countries.ts'
import { loadPhoneLibrary } from './phone-library.ts'

const person: Person = {
  name: '林佳穎',
  phone: '0912 345 678',
  phoneCountry: 'TW',
  email: 'chiaying.lin@gmail.com',
  county: '新北市',
  consent: true,
  answers: {},
}
const library = await loadPhoneLibrary()
const needs = { countyRequired: true, questions: [], library, language: 'en' } as const
const error = (field: FieldName, change: Partial<Person>) => errorOf(field, { ...person, ...change }, needs)

describe('what is asked', () => {
  test('SIGNUP-70 The spec’s own messages', () => {
    const nobody: Person = {
      name: ' ',
      phone: '',
      phoneCountry: 'TW',
      email: '',
      county: '',
      consent: false,
      answers: {},
    }
    expect(errorsOf(nobody, needs)).toEqual({
      name: 'Please fill in you full name',
      phone: 'Please fill in your correct phone number',
      email: 'Please fill in your correct email',
      county: 'Please select your county',
      consent: 'Check the box to agree before you submit',
    })
    expect(errorsOf(person, needs)).toEqual({})
    expect(Object.keys(errorsOf(nobody, { ...needs, language: 'zh-TW' }))).toEqual(fieldsOf([]))
  })

  test('SIGNUP-71 The county only where the form asks for it', () => {
    expect(errorOf('county', { ...person, county: '' }, { ...needs, countyRequired: false })).toBeUndefined()
    expect(new Set(counties.map(([name]) => name)).size).toBe(22)
  })

  test('SIGNUP-72 A phone parses for its country and matches its pattern', () => {
    for (const phone of [
      '0912345678',
      '+886 912 345 678',
      '０９１２３４５６７８',
      '٠٩١٢٣٤٥٦٧٨',
      '02-2678-0315',
      '+1 212 555 0123',
    ]) {
      expect(error('phone', { phone }), phone).toBeUndefined()
    }
    for (const phone of ['0912 345', '12', 'abc', '0912345678x', '9'.repeat(251), '']) {
      expect(error('phone', { phone }), phone).toBe('Please fill in your correct phone number')
    }
    expect(error('phone', { phone: '090-1234-5678', phoneCountry: 'JP' })).toBeUndefined()
    expect(error('phone', { phone: '0912345678', phoneCountry: 'XX' })).toBeDefined()
  })

  test('SIGNUP-73 Until the patterns are there its form decides', () => {
    const early = { ...needs, library: undefined }
    expect(errorOf('phone', { ...person, phone: '0912 345' }, early)).toBeUndefined()
    expect(errorOf('phone', { ...person, phone: 'abc' }, early)).toBeDefined()
  })

  test('SIGNUP-1130 What is pasted is read as the server reads it; an extension is named, what nobody sees is to be filled in', () => {
    for (const phone of ['\u202a0912 345 678\u202c', '0912\u2011345\u2011678', '00886912345678', 'tel:0912/345/678'])
      expect([error('phone', { phone }), library.pretty(phone, 'TW')], phone).toEqual([undefined, '0912 345 678'])
    expect(error('phone', { phone: '02-2345-6789 分機12' })).toBe('Enter the phone number without its extension')
    expect(error('email', { email: '\u202alin＠example.com\u202c' })).toBeUndefined()
    expect(error('name', { name: '\u200b\u3164' })).toBe('Please fill in you full name')
    expect(error('phone', { phone: '\ufe0f' })).toBe('Please fill in your correct phone number')
  })

  test('SIGNUP-74 A number is shown as its country writes it', () => {
    expect(library.pretty('0912345678', 'TW')).toBe('0912 345 678')
    expect(library.pretty('+819012345678', 'TW')).toBe('+81 90 1234 5678')
    expect(library.pretty('12', 'TW')).toBe('12')
    const countries = countriesOf(library.countries())
    expect(countries[0]).toEqual(['TW', '886'])
    expect(new Set(countries.map(([country]) => country)).size).toBe(countries.length)
    expect(countries.length).toBeGreaterThan(200)
    const codes = new Map(library.countries())
    for (const [country, code] of nearCountries) expect(codes.get(country), country).toBe(code)
  })

  test('SIGNUP-75 An e-mail is right exactly when the contract’s schema says so', () => {
    const part = fc.string({
      unit: fc.constantFrom('a', 'Z', '9', '.', '-', '@', ' ', ',', '"', '中', '+'),
      maxLength: 12,
    })
    fc.assert(
      fc.property(part, part, part, (user, host, top) => {
        const email = `${user}@${host}.${top}`
        expect(error('email', { email }) === undefined).toBe(Email.safeParse(email).success)
      }),
      { numRuns: 2000 },
    )
    expect(error('email', { email: `${'a'.repeat(250)}@a.tw` })).toBeDefined()
  })
})
