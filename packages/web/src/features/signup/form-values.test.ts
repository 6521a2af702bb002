import { Signup, SignupBody } from '@kaimai/contract/signup/signup.routes.ts'
import { expect, test } from 'vitest'
import { errorsOf } from '../../lib/form/field-error.ts'
import { viewOf, fieldsOf, newForm, sectionState, SignupFields } from './form-values.ts'

const words = { signupCountdownTitle: '距離開播還有', signupSuccessInfo: '報名成功', signupNotice: '須知' }
const id = '01900000-0000-7000-8000-000000000001'
const filled = { ...newForm(words, 'live-1128-k3f9'), signupName: '年終', signupTitle: '年終感謝祭' }

test('SIGNUP-105 Saving a form sends back every field it was read with', () => {
  const form = Signup.parse({ ...filled, orderNoPrefix: 'CR', id, version: 1, createdAt: '2026-11-20T00:00:00.000Z' })
  const fields = fieldsOf(form)
  expect(fields.orderNoPrefix).toBe('CR')
  expect(Object.keys(fields).toSorted()).toEqual(Object.keys(SignupBody.parse(fields)).toSorted())
})

test('SIGNUP-106 A new form lacks only its name and its title', () => {
  const errors = errorsOf(SignupFields, newForm(words, 'live-1128-k3f9'), 'zh-TW')
  expect(Object.keys(errors)).toEqual(['signupName', 'signupTitle'])
  expect(errorsOf(SignupFields, filled, 'zh-TW')).toEqual({})
})

test('SIGNUP-107 A tone that cannot be read on white and a wrong address have an error at their fields', () => {
  const errors = errorsOf(SignupFields, { ...filled, colorToneId: '#ffcc00', customUrl: '我的頁面' }, 'zh-TW')
  expect(errors).toEqual({ colorToneId: '這個色調放在白底上不易閱讀', customUrl: '格式不正確' })
})

test('SIGNUP-108 A section is faulty where one of its fields is, else done or open by what it holds', () => {
  expect(sectionState('sessions', filled, [])).toBe('open')
  const withSession = { ...filled, sessionInfoList: [{ liveId: id, title: '', capacity: null }] }
  expect(sectionState('sessions', withSession, [])).toBe('done')
  expect(sectionState('sessions', withSession, ['sessionInfoList.0.capacity'])).toBe('faulty')
  expect(sectionState('basics', withSession, ['sessionInfoList.0.capacity'])).toBe('done')
})

test('SIGNUP-109 The preview turns to the face that shows what is edited', () => {
  expect(['signupTitle', 'signupSuccessInfo', 'metaTitle', 'metaImage'].map(viewOf)).toEqual([
    'before',
    'after',
    'card',
    'card',
  ])
})
