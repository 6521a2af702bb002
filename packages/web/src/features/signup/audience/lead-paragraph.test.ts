import { describe, expect, test } from 'vitest'
import { splitContent } from './lead-paragraph.ts'

describe('the first words', () => {
  test('SIGNUP-80 A short first paragraph stands under the title, the rest below', () => {
    expect(splitContent('<p>六十件，<b>一窯</b></p>\n<ul><li>免運</li></ul>')).toEqual({
      lead: '六十件，<b>一窯</b>',
      rest: '<ul><li>免運</li></ul>',
    })
    expect(splitContent('一句話')).toEqual({ lead: '一句話', rest: '' })
    expect(splitContent('')).toEqual({ lead: '', rest: '' })
  })

  test('SIGNUP-81 What is long, empty or no paragraph stays whole', () => {
    const long = `<p>${'字'.repeat(200)}</p><p>二</p>`
    expect(splitContent(long)).toEqual({ lead: '', rest: long })
    expect(splitContent('<h2>題</h2><p>一</p>')).toEqual({ lead: '', rest: '<h2>題</h2><p>一</p>' })
    expect(splitContent('<p><br></p><p>一</p>').lead).toBe('')
    expect(splitContent('字'.repeat(200))).toEqual({ lead: '', rest: '字'.repeat(200) })
  })
})
