import { expect, test } from 'vitest'
import { errorsOf } from '../../lib/form/field-error.ts'
import { newForm, sectionsOf, sectionState, SignupFields } from './form-values.ts'
import { previewSessions } from './preview-sessions.ts'

const words = { signupCountdownTitle: '距離開播還有', signupSuccessInfo: '報名成功', signupNotice: '須知' }
const liveId = '01900000-0000-7000-8000-000000000001'
const templateLiveId = '01900000-0000-7000-8000-000000000002'
const seriesId = '01900000-0000-4000-8000-000000000003'
const now = Date.parse('2026-11-20T12:00:00Z')
const form: SignupFields = {
  ...newForm(words, 'live-1128-k3f9'),
  sessionInfoList: [{ liveId, title: '首場', capacity: 20 }],
  seriesList: [
    {
      id: seriesId,
      title: '',
      templateLiveId,
      capacity: null,
      rule: { kind: 'weekly', times: [{ day: 6, at: '20:00' }], from: null, until: null, except: ['2026-11-28'] },
    },
  ],
}
const offer = {
  lives: [
    {
      liveId,
      liveName: '開窯夜',
      beginAt: '2026-11-22T12:00:00.000Z',
      endAt: '2026-11-22T13:00:00.000Z',
      status: 'scheduled' as const,
      imageUrl: '',
    },
  ],
  templates: [
    {
      liveId: templateLiveId,
      liveName: '週六場',
      beginAt: '2026-11-20T12:00:00.000Z',
      lengthMs: 180_000,
      imageUrl: '',
    },
  ],
  hoursLeft: true,
  payable: true,
}

test('SIGNUP-110 The preview shows lives and the next slots as visitors will find them', () => {
  expect(previewSessions(form, offer, now).map(({ title, beginAt }) => [title, beginAt])).toEqual([
    ['週六場', '2026-11-21T12:00:00.000Z'],
    ['首場', '2026-11-22T12:00:00.000Z'],
    ['週六場', '2026-12-05T12:00:00.000Z'],
    ['週六場', '2026-12-12T12:00:00.000Z'],
    ['週六場', '2026-12-19T12:00:00.000Z'],
  ])
  expect(previewSessions(form, { ...offer, hoursLeft: false }, now).map(({ title }) => title)).toEqual(['首場'])
})

test('SIGNUP-111 A paid form has a ticket to fill in, a free one has none', () => {
  const paid = { ...newForm(words, 'live-1128-k3f9', 'order'), signupName: '課程', signupTitle: '一日課' }
  expect(sectionsOf('order')).toContain('ticket')
  expect(sectionsOf('free')).not.toContain('ticket')
  expect(Object.keys(errorsOf(SignupFields, paid, 'zh-TW')).toSorted()).toEqual([
    'ticketInfo.price',
    'ticketInfo.ticketName',
  ])
  expect(sectionState('ticket', paid, ['ticketInfo.price'])).toBe('faulty')
  const priced = { ...paid, ticketInfo: { ticketName: '早鳥票', price: 88000, productId: null } }
  expect(errorsOf(SignupFields, priced, 'zh-TW')).toEqual({})
  expect(sectionState('ticket', priced, [])).toBe('done')
})
