import { describe, expect, test } from 'vitest'
import { eventText, invoiceClassText, methodText, sourceText, tryStateText } from './order-labels.ts'

const t = (key: string) => `<${key}>`

describe('an order in words', () => {
  test('ORDER-161 What the server adds later is shown by its own name, and no text is missing for it', () => {
    expect(eventText(t, 'paid')).toBe('<event.paid>')
    expect(eventText(t, 'giftWrapped')).toBe('giftWrapped')
    expect(methodText(t, 'card')).toBe('<method.card>')
    expect(methodText(t, 'barter')).toBe('barter')
    expect(invoiceClassText(t, 'company')).toBe('<invoiceClass.company>')
    expect(tryStateText(t, 'waiting')).toBe('<tryState.waiting>')
  })

  test('ORDER-163 An order says where it comes from: a room by its live, a page or form by what it is too', () => {
    expect(sourceText(t, { source: 'room', sourceName: '開窯夜' })).toBe('開窯夜')
    expect(sourceText(t, { source: 'room', sourceName: '' })).toBe('<source.room>')
    expect(sourceText(t, { source: 'salesPage', sourceName: '秋窯小鋪' })).toBe('<source.salesPage>・秋窯小鋪')
    expect(sourceText(t, { source: 'signup', sourceName: '' })).toBe('<source.signup>')
  })
})
