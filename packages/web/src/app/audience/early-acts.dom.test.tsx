import { act } from '@testing-library/react'
import { useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { rememberActs } from './early-acts.ts'

interface Known {
  readonly text: string
  readonly note: string
  readonly county: string
  readonly agreed: boolean
  readonly kind: string
}

const View = ({ onSent, onTap }: { readonly onSent: (known: Known) => void; readonly onTap: () => void }) => {
  const [text, setText] = useState('')
  const [note, setNote] = useState('')
  const [county, setCounty] = useState('taipei')
  const [agreed, setAgreed] = useState(false)
  const [kind, setKind] = useState('a')
  return (
    <form
      method="dialog"
      onSubmit={(event) => {
        event.preventDefault()
        onSent({ text, note, county, agreed, kind })
      }}
    >
      <input aria-label="text" value={text} onChange={(event) => setText(event.target.value)} />
      <textarea aria-label="note" value={note} onChange={(event) => setNote(event.target.value)} />
      <select aria-label="county" value={county} onChange={(event) => setCounty(event.target.value)}>
        <option value="taipei">Taipei</option>
        <option value="tainan">Tainan</option>
      </select>
      <input type="checkbox" checked={agreed} onChange={(event) => setAgreed(event.target.checked)} />
      {['a', 'b', 'c'].map((each) => (
        <input
          key={each}
          type="radio"
          name="kind"
          value={each}
          checked={kind === each}
          onChange={() => setKind(each)}
        />
      ))}
      <button type="button" onClick={onTap}>
        Tap
      </button>
      <button type="submit" disabled={text === ''}>
        Send
      </button>
    </form>
  )
}

const aPage = () => {
  const sent: Known[] = []
  let taps = 0
  const view = <View onSent={(known) => sent.push(known)} onTap={() => (taps += 1)} />
  document.body.innerHTML = `<div id="root">${renderToString(view)}</div>`
  const root = document.querySelector('#root') ?? document.body
  const find = <T extends Element>(selector: string): T => {
    const found = root.querySelector<T>(selector)
    if (!found) throw new Error(`nothing is ${selector}`)
    return found
  }
  const doAgain = rememberActs()
  return {
    sent,
    taps: () => taps,
    find,
    write: (selector: string, words: string) => {
      const field = find<HTMLInputElement>(selector)
      field.value = words
      field.dispatchEvent(new Event('input', { bubbles: true }))
    },
    key: (selector: string, more: KeyboardEventInit = {}) =>
      find(selector).dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, ...more })),
    /** The scripts come; `meanwhile`: the page is alive, and does not know yet what was written. */
    take: async (meanwhile = () => {}) => {
      const { promise: hydrated, resolve } = Promise.withResolvers<void>()
      await act(async () => void hydrateRoot(root, view))
      const again = doAgain({ alive: Promise.resolve(), hydrated })
      await act(async () => {})
      await act(async () => meanwhile())
      resolve()
      await act(() => again)
    },
  }
}

test('APP-783 What was written into each kind of field before the scripts came is known once they have, and sent', async () => {
  const page = aPage()
  page.write('input:not([type])', '我先說')
  page.write('textarea', '兩行\n字')
  page.write('select', 'tainan')
  page.find<HTMLElement>('[type=checkbox]').click()
  page.find<HTMLElement>('[value=c]').click()
  page.find<HTMLElement>('[value=b]').click()
  page.find<HTMLElement>('[type=button]').click()
  page.key('input:not([type])')
  page.key('input:not([type])')
  expect(page.sent).toEqual([])
  await page.take()
  expect(page.sent).toEqual([{ text: '我先說', note: '兩行\n字', county: 'tainan', agreed: true, kind: 'b' }])
  expect(page.taps()).toBe(1)
})

test.each([
  ['of a word that is being composed', { isComposing: true }],
  ['that an input method took', { keyCode: 229 }],
])('APP-784 Enter %s sends nothing once the scripts have come, and what was written stands', async (_, more) => {
  const page = aPage()
  page.write('input:not([type])', '我先')
  page.key('input:not([type])', more)
  page.key('textarea')
  await page.take()
  expect(page.sent).toEqual([])
  expect(page.find<HTMLInputElement>('input:not([type])').value).toBe('我先')
  expect(page.find<HTMLButtonElement>('[type=submit]').disabled).toBe(false)
})

test('APP-785 A form sent before the scripts came does not load the page anew, and what is done after them is done once', async () => {
  const page = aPage()
  page.write('input:not([type])', '好')
  const early = new Event('submit', { bubbles: true, cancelable: true })
  page.find('form').dispatchEvent(early)
  expect(early.defaultPrevented).toBe(true)
  await page.take()
  await act(async () => {
    page.find<HTMLElement>('[type=button]').click()
    page.find('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
  })
  expect(page.sent.map(({ text }) => text)).toEqual(['好', '好'])
  expect(page.taps()).toBe(1)
})

test.each([
  ['Enter', (page: ReturnType<typeof aPage>) => page.key('input:not([type])')],
  [
    'sent',
    (page: ReturnType<typeof aPage>) =>
      page.find('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
  ],
])(
  'APP-786 What was written before the page was alive is sent whole by what is pressed before the page knows it (%s)',
  async (_, press) => {
    const page = aPage()
    page.write('input:not([type])', '我先說')
    await page.take(() => press(page))
    expect(page.sent.map(({ text }) => text)).toEqual(['我先說'])
    await act(async () => page.find('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })))
    expect(page.sent.map(({ text }) => text)).toEqual(['我先說', '我先說'])
  },
)

test('APP-787 A page that is alive takes what is done where nothing was written before', async () => {
  const page = aPage()
  let taps = 0
  await page.take(() => {
    page.find<HTMLElement>('[type=button]').click()
    page.find('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
    taps = page.taps()
  })
  expect(taps).toBe(1)
  expect([page.taps(), page.sent.length]).toEqual([1, 1])
})
