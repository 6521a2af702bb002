import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { lazyPart } from './lazy-part.tsx'

const Part = ({ word }: { readonly word: string }) => <p>{word}</p>

test('AUDIENCE-11 A part that its page gives is drawn at once, on the server too; another one is left to the browser', () => {
  const Late = lazyPart<{ readonly word: string }>(async () => Part)
  expect(renderToString(<Late word="waiting" />)).toBe('')
  Late.give(Part)
  expect(renderToString(<Late word="waiting" />)).toBe('<p>waiting</p>')
})
