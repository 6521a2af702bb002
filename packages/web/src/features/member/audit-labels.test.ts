import { paymentGateways, paymentMethods } from '@kaimai/contract/gateway/payment-method.rules.ts'
import { deliveryTypes } from '@kaimai/contract/order/checkout.rules.ts'
import { FirmSettingChange } from '@kaimai/contract/firm/firm.schema.ts'
import { invoiceClasses, invoiceProviders, invoiceTimes } from '@kaimai/contract/firm/firm.rules.ts'
import { expect, test } from 'vitest'
import { changedParts } from './audit-changes.ts'
import { fields } from './audit-labels.ts'
import { valueWords } from './audit-value-words.ts'

test('MEMBER-600 Every setting of a firm has words in the log, and so has each choice in it', () => {
  // Of keys the log has names alone.
  const settings = Object.keys(FirmSettingChange.shape).filter((name) => name !== 'secrets')
  expect(settings.filter((name) => !fields.some((field) => field === name))).toEqual([])
  const choices = [
    ...paymentMethods,
    ...paymentGateways,
    ...deliveryTypes,
    ...invoiceProviders,
    ...invoiceClasses,
    ...invoiceTimes,
  ]
  expect(choices.filter((choice) => choice !== 'transfer' && !valueWords.some((word) => word === choice))).toEqual([])
})

test('MEMBER-601 Of a setting that is a list the log shows what differs, by the thing it is about', () => {
  const was = [
    { method: 'ecpay', offered: false, fee: 0 },
    { method: 'transfer', offered: true, fee: 0 },
  ]
  const is = [{ method: 'ecpay', offered: true, fee: 3000 }]
  const change = { field: 'paymentMethods', before: JSON.stringify(was), after: JSON.stringify(is) }
  expect(changedParts(change)).toEqual([
    { path: ['paymentMethods', 'ecpay', 'offered'], before: 'false', after: 'true' },
    { path: ['paymentMethods', 'ecpay', 'fee'], before: '0', after: '3000' },
    { path: ['paymentMethods', 'transfer', 'offered'], before: 'true', after: null },
    { path: ['paymentMethods', 'transfer', 'fee'], before: '0', after: null },
  ])
})

test('MEMBER-602 A plain value stays as it is, also one that was cut or only looks like a list', () => {
  const plain = { field: 'name', before: '器日', after: '{器日' }
  expect(changedParts(plain)).toEqual([{ path: ['name'], before: '器日', after: '{器日' }])
  const fact = { field: 'names', before: null, after: '["阿德","小美"]' }
  expect(changedParts(fact)).toEqual([{ path: ['names'], before: null, after: '阿德、小美' }])
})
