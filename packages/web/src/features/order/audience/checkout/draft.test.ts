import * as fc from 'fast-check'
import { OrderBody } from '@kaimai/contract/order/checkout.schema.ts'
import { expect, test } from 'vitest'
import {
  carriers,
  type Draft,
  deliveryErrors,
  emptyDraft,
  errorsOfServer,
  filledInOf,
  invoiceErrors,
  invoiceKinds,
  paymentErrors,
  personalErrors,
  readDraft,
} from './draft.ts'
import { draftOfSaved } from './saved-parts.ts'
import { errorsIn, lackIn, lackingSections, sectionOfErrors, sectionsOf, withDefaults } from './sections.ts'

const filled: Draft = {
  ...emptyDraft,
  fullName: '林佳穎',
  phone: '0912 345 678',
  email: 'jiaying@example.com',
  deliveryType: 'home',
  county: '新北市',
  district: '鶯歌區',
  zipcode: '239',
  address: '育智路 12 號',
  storeCode: '131386',
  storeName: '鶯陶門市',
  paymentMethod: 'card',
  mobileBarcode: '/P4SV.-I',
  certificate: 'AB12345678901234',
  taxId: '04595252',
  loveCode: '919',
}
const offered = { deliveries: ['store', 'home', 'self'], payments: ['card'] } as const
const bodyOf = (draft: Draft) => ({ streamId: 'room01', viewerKey: 'k', ...filledInOf(draft), expectedTotal: 0 })

test('ORDER-136 What the form lets through, the server’s own schema takes; what it holds back, it refuses', () => {
  const text = fc.oneof(fc.constant(''), fc.constantFrom('/P4SV.-I', 'AB12345678901234', '04595252', '919', '12', 'x'))
  const drafts = fc.record({
    deliveryType: fc.constantFrom('home' as const, 'store' as const, 'self' as const),
    invoiceKind: fc.constantFrom(...invoiceKinds),
    carrier: fc.constantFrom(...carriers),
    county: fc.constantFrom('', '新北市'),
    district: fc.constantFrom('', '鶯歌區'),
    zipcode: fc.constantFrom('', '239'),
    address: fc.constantFrom(' ', '育智路'),
    storeName: fc.constantFrom('', '鶯陶門市'),
    storeCode: fc.constantFrom('', '131386'),
    fullName: fc.constantFrom(' ', '林佳穎'),
    phone: fc.constantFrom('', '0912 345 678', '0912', 'abc', '+886912345678', '０９１２３４５６７８'),
    email: fc.constantFrom('', 'a@b', 'A@example.com', 'a b@example.com'),
    mobileBarcode: text,
    certificate: text,
    taxId: text,
    loveCode: text,
  })
  fc.assert(
    fc.property(drafts, (some) => {
      const draft = { ...filled, ...some }
      const errors = {
        ...deliveryErrors(draft, offered.deliveries),
        ...personalErrors(draft),
        ...paymentErrors(draft, offered.payments),
        ...invoiceErrors(draft),
      }
      expect(OrderBody.safeParse(bodyOf(draft)).success).toBe(Object.keys(errors).length === 0)
    }),
    { numRuns: 500 },
  )
})

test('ORDER-137 The check by country is asked where it is loaded', () => {
  expect(personalErrors(filled, () => false)).toEqual({ phone: 'fault.phone' })
  expect(personalErrors(filled, (phone, country) => phone === '0912 345 678' && country === 'TW')).toEqual({})
})

test('ORDER-138 A method that this merchant does not offer is not taken over: the first one is', () => {
  const draft = withDefaults({ ...filled, deliveryType: 'none', paymentMethod: 'atm' }, offered)
  expect([draft.deliveryType, draft.paymentMethod]).toEqual(['store', 'card'])
  expect(withDefaults(filled, offered)).toEqual(filled)
  expect(withDefaults(filled, { deliveries: [], payments: [] })).toMatchObject({ deliveryType: '', paymentMethod: '' })
})

test('ORDER-210 Unless the buyer says otherwise it comes the merchant’s first way, to a store rather than to an address', () => {
  const first = (...deliveries: ('home' | 'store' | 'self' | 'none')[]) =>
    withDefaults(emptyDraft, { deliveries, payments: [] }).deliveryType
  expect(first('home', 'store', 'self', 'none')).toBe('store')
  expect(first('store', 'home', 'self')).toBe('store')
  expect(first('home', 'self')).toBe('home')
  expect(first('self', 'store')).toBe('self')
  expect(first('none')).toBe('none')
})

test('ORDER-139 The sections that lack something are known in their order; none when all is remembered', () => {
  expect(lackingSections(emptyDraft, offered)).toEqual(['person', 'delivery', 'payment'])
  expect(lackingSections({ ...filled, phone: '1' }, offered)).toEqual(['person'])
  expect(lackingSections({ ...filled, paymentMethod: '' }, offered)).toEqual(['payment'])
  expect(lackingSections({ ...filled, invoiceKind: 'company', taxId: '' }, offered)).toEqual(['invoice'])
  expect(lackingSections(filled, offered)).toEqual([])
})

test('ORDER-211 What the pay button asks for is the first thing missing, a store and an address each as one', () => {
  const lackOf = (part: Partial<Draft>) => {
    const draft = { ...filled, ...part }
    const [section] = lackingSections(draft, offered)
    return section && lackIn(section, errorsIn(section, draft, offered))
  }
  expect(lackOf({ phone: '', email: '', storeCode: '' })).toBe('phone')
  expect(lackOf({ email: 'a@b' })).toBe('email')
  expect(lackOf({ deliveryType: 'store', storeName: '' })).toBe('store')
  expect(lackOf({ county: '', address: '' })).toBe('address')
  expect(lackOf({ invoiceKind: 'company', taxId: '1' })).toBe('taxId')
  expect(lackOf({})).toBeUndefined()
})

test('ORDER-212 An empty field is asked to be filled in, what stands in it wrongly is told to be wrong', () => {
  expect(personalErrors({ ...filled, fullName: ' ', phone: '', email: '' })).toEqual({
    fullName: 'empty.fullName',
    phone: 'empty.phone',
    email: 'empty.email',
  })
  expect(personalErrors({ ...filled, phone: 'abc', email: 'a@b' })).toEqual({
    phone: 'fault.phone',
    email: 'fault.email',
  })
  expect(invoiceErrors({ ...filled, invoiceKind: 'company', taxId: ' ' })).toEqual({ taxId: 'empty.taxId' })
  expect(invoiceErrors({ ...filled, invoiceKind: 'company', taxId: '1' })).toEqual({ taxId: 'fault.taxId' })
})

test('ORDER-1170 What is pasted is read as the server reads it, and sent in its one form', () => {
  const pasted = {
    ...filled,
    fullName: '\u200b林佳穎\u3000Ａmy',
    phone: '\u202a0912–345–678\u202c',
    email: 'mailto:Jiaying＠example.com\u200b',
    carrier: 'mobileBarcode',
    mobileBarcode: '／p4sv.－i\ufe0f',
  } as const
  expect([personalErrors(pasted), invoiceErrors(pasted)]).toEqual([{}, {}])
  const body = OrderBody.parse(bodyOf(pasted))
  expect(body.personal).toMatchObject({ fullName: '林佳穎 Amy', email: 'jiaying@example.com' })
  expect(body.invoice).toEqual({ class: 'mobileBarcode', carrier: '/P4SV.-I' })
  expect(personalErrors({ ...filled, fullName: '\u200b', phone: '\u202a\u202c', email: '\ufe0f' })).toEqual({
    fullName: 'empty.fullName',
    phone: 'empty.phone',
    email: 'empty.email',
  })
  expect(personalErrors({ ...filled, phone: '02-2345-6789 分機12' })).toEqual({ phone: 'fault.extension' })
})

test('ORDER-140 What a device remembers comes back; what is not of its form is left out', () => {
  expect(readDraft(JSON.parse(JSON.stringify(filled)))).toEqual(filled)
  expect(readDraft(undefined)).toEqual(emptyDraft)
  expect(readDraft({ fullName: 7, deliveryType: 'drone', invoiceKind: '', carrier: 'pigeon', evil: 'x' })).toEqual(
    emptyDraft,
  )
  fc.assert(
    fc.property(fc.jsonValue(), (stored) => {
      expect(Object.keys(readDraft(stored))).toEqual(Object.keys(emptyDraft))
    }),
    { examples: [[{ valueOf: '' }]] },
  )
})

test('ORDER-141 The server’s words land on the fields of the form, in the section that holds them', () => {
  const { errors, other } = errorsOfServer(
    { 'personal.phone': '電話不對', 'invoice.carrier': '條碼不對', 'delivery.zipcode': '區號不對', other: 'x' },
    { ...filled, carrier: 'mobileBarcode' },
  )
  expect(errors).toEqual({ phone: '電話不對', mobileBarcode: '條碼不對', district: '區號不對' })
  expect(other, 'what no field is about is said in words').toBe('x')
  expect(sectionOfErrors(errors)).toBe('person')
  expect(sectionOfErrors({ mobileBarcode: 'x' })).toBe('invoice')
  expect(sectionOfErrors({})).toBeUndefined()
})

test('ORDER-142 What the page has asked is not asked again: nothing of it can be wrong', () => {
  expect(sectionsOf({ delivery: true, person: true })).toEqual(['person', 'delivery', 'payment', 'invoice'])
  expect(sectionsOf({ delivery: true, person: false })).toEqual(['delivery', 'payment', 'invoice'])
  expect(sectionsOf({ delivery: false, person: true })).toEqual(['person', 'payment', 'invoice'])
  expect(sectionsOf({ delivery: false, person: false })).toEqual(['payment', 'invoice'])
  const blank = { ...emptyDraft, paymentMethod: 'card' as const }
  expect(lackingSections(blank, offered, { delivery: false, person: false })).toEqual([])
  expect(lackingSections({ ...blank, deliveryType: 'self' }, offered, { delivery: true, person: false })).toEqual([])
})

test('ORDER-143 An order of a place carries who the page asked, and goes nowhere', () => {
  const person = { fullName: '王小明', phone: '+886987654321', phoneCountry: 'TW', email: 'ming@example.com' }
  expect(filledInOf(filled, { person, needsDelivery: false })).toMatchObject({
    personal: person,
    delivery: { type: 'none' },
  })
  expect(filledInOf(filled).delivery).toMatchObject({ type: 'home' })
})

test('ORDER-144 Saved data fills the form as it was saved, and leaves what was not saved', () => {
  const saved = { personal: null, delivery: null, invoice: null, paymentMethod: '' }
  expect(draftOfSaved(saved)).toEqual({})
  const drafts: readonly Draft[] = [
    filled,
    { ...filled, deliveryType: 'store', invoiceKind: 'company' },
    { ...filled, deliveryType: 'self', carrier: 'mobileBarcode' },
    { ...filled, carrier: 'certificate' },
    { ...filled, invoiceKind: 'donation' },
    { ...filled, invoiceKind: 'paper' },
  ]
  for (const draft of drafts) {
    const { personal, delivery, invoice, paymentMethod } = filledInOf(draft)
    const brought = { ...emptyDraft, ...draftOfSaved({ personal, delivery, invoice, paymentMethod }) }
    expect(filledInOf(brought)).toEqual(filledInOf(draft))
  }
})
