import { screen } from '@testing-library/react'
import { expect } from 'vitest'
import { test } from '../../../../../test/screen.tsx'
import { fill } from '../../../../../test/user.ts'
import { StudioProvider, useDoc } from '../editor-context.ts'
import { createEditorStore } from '../editor-store.ts'
import { problemsOf } from '../model/problems.ts'
import { docOf, emptyDoc, fieldsOfDoc } from '../model/studio-doc.ts'
import { ClipFields } from './clip-fields.tsx'

const lengthMs = 600_000
const studioWith = (options: string[]) => {
  const poll = [{ at: 3, question: 'Which one first?', options, seconds: 60 }]
  const giveaway = [{ at: 90, prize: 'Chopstick rest', word: 'kiln', winners: 1, seconds: 60 }]
  return createEditorStore(docOf({ ...fieldsOfDoc(emptyDoc), poll, giveaway }), lengthMs)
}
/** The properties of the only poll and giveaway, as the inspector shows them. */
const Properties = () => {
  const doc = useDoc()
  return [...doc.poll, ...doc.giveaway].map((clip) => <ClipFields key={clip.key} clip={clip} fresh={false} />)
}
const part = (editor: ReturnType<typeof createEditorStore>) => {
  const known = new Map()
  const problems = Map.groupBy(problemsOf(editor.doc(), { lengthMs, known, isLookedUp: false }), ({ key }) => key)
  return (
    <StudioProvider value={{ editor, known, people: [], problems, readOnly: false }}>
      <Properties />
    </StudioProvider>
  )
}
const box = (name: RegExp | string) => screen.findByRole('textbox', { name })

test('LIVE-735 The options of a poll are each typed in a box of their own, and the others stay as they are', async ({
  mount,
  user,
}) => {
  const editor = studioWith(['The teapot', 'The bowl'])
  await mount(part(editor))
  await fill(user, await box(/^Option 2/), 'M/L, both')
  await fill(user, await box(/^Option 4/), 'None of them')
  await fill(user, await box('Prize'), 'A plate')
  expect(fieldsOfDoc(editor.doc())).toMatchObject({
    // What is left empty is no option.
    poll: [{ question: 'Which one first?', options: ['The teapot', 'M/L, both', 'None of them'] }],
    giveaway: [{ prize: 'A plate', word: 'kiln' }],
  })
})

test('LIVE-736 A poll with one option says so at the option that is missing', async ({ mount }) => {
  await mount(part(studioWith(['The teapot'])))
  expect((await box(/^Option 2/)).getAttribute('aria-invalid')).toBe('true')
  for (const name of [/^Option 1/, /^Option 3/, 'Question'])
    expect((await box(name)).getAttribute('aria-invalid')).toBeNull()
})
