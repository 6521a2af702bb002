import { act, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { followTranslation } from './translated-page.ts'

beforeAll(followTranslation)

const texts = (): Text[] => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found: Text[] = []
  while (walker.nextNode()) if (walker.currentNode.textContent?.trim()) found.push(walker.currentNode as Text)
  return found.filter((text) => text.parentElement?.closest('font') === null)
}

const fontOf = (...inside: (Node | string)[]): HTMLElement => {
  const font = document.createElement('font')
  font.append(...inside)
  return font
}

/** How browsers do it: in the text's place, around it, or first around it and then in its place. */
const ways = {
  'in its place': (text: Text) => text.replaceWith(fontOf(fontOf(`«${text.data}»`))),
  'beside it, then without it': (text: Text) => {
    text.before(fontOf(fontOf(`«${text.data}»`)))
    text.remove()
  },
  'around it': (text: Text) => {
    const inner = fontOf()
    text.replaceWith(fontOf(inner))
    inner.append(text)
  },
  'around it, then in its place': (text: Text) => {
    const inner = fontOf()
    text.replaceWith(fontOf(inner))
    inner.append(text)
    text.replaceWith(`«${text.data}»`)
  },
}

const settled = () => act(() => new Promise((resolve) => setTimeout(resolve)))

const Page = () => {
  const [count, setCount] = useState(1)
  return (
    <div>
      <p data-testid="mixed">
        {count} watching {count % 2 === 1 && 'odd'} {count > 2 ? <b>many</b> : 'few'}
      </p>
      <p data-testid="alone">{count}</p>
      <p data-testid="new">
        {count > 1 && 'first '}
        last
      </p>
      <button type="button" onClick={() => setCount(count + 1)}>
        More
      </button>
    </div>
  )
}

test.each(Object.entries(ways))(
  'PAGE-TRANSLATION-1 A page whose texts a translation has put %s goes on: what changes is seen, what goes and comes is right',
  async (_, translate) => {
    render(<Page />)
    const said = (id: string) => (screen.getByTestId(id).textContent ?? '').replace(/[«»]/g, '')
    for (const text of texts()) translate(text)
    await settled()
    const seen: string[][] = []
    for (let round = 0; round < 4; round += 1) {
      act(() => screen.getByRole('button').click())
      await settled()
      seen.push([said('mixed'), said('alone'), said('new')])
      // A translation looks again at what has changed.
      for (const text of texts()) translate(text)
      await settled()
    }
    expect(seen).toEqual([
      ['2 watching  few', '2', 'first last'],
      ['3 watching odd many', '3', 'first last'],
      ['4 watching  many', '4', 'first last'],
      ['5 watching odd many', '5', 'first last'],
    ])
  },
)

test('PAGE-TRANSLATION-2 What nobody translated fails as ever: a node that is not there is not taken away', () => {
  const [one, two] = [document.createElement('p'), document.createElement('b')]
  document.body.append(one)
  expect(() => one.removeChild(two)).toThrow()
  expect(() => one.insertBefore(document.createElement('i'), two)).toThrow()
})
