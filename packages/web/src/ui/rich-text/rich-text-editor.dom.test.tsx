import { act, render, screen } from '@testing-library/react'
import type { Editor } from '@tiptap/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { UiTheme } from '../theme.tsx'
import { RichTextEditor } from './rich-text-editor.tsx'
import type { RichTextFormat, RichTextWords } from './rich-text-words.ts'

const words = { tools: '文字工具' } as RichTextWords
const format: RichTextFormat = {
  clean: (html) => html,
  ofPlain: (text) => text,
  isLink: () => true,
  isPicture: () => true,
  maxPictures: 1,
  maxAlt: 80,
}

/** A form that gives its field what was written only when it is told to, as a busy page does. */
const openEditor = () => {
  const handedOn: string[] = []
  let give: (html: string) => void = () => undefined
  const Form = () => {
    const [value, setValue] = useState('<p></p>')
    give = setValue
    return (
      <RichTextEditor
        label="內容"
        value={value}
        onChange={(html) => handedOn.push(html)}
        placeholder=""
        words={words}
        format={format}
        send={async () => ({ error: '' })}
        control={{
          id: 'a',
          name: undefined,
          disabled: false,
          required: false,
          'aria-describedby': undefined,
          'aria-invalid': undefined,
        }}
      />
    )
  }
  render(<Form />, { wrapper: UiTheme })
  const box = screen.getByRole('textbox', { name: '內容' })
  const { editor } = box as HTMLElement & { editor: Editor }
  return {
    handedOn,
    give: (html: string) => act(() => give(html)),
    write: (text: string) => act(() => editor.commands.insertContent(text)),
    html: () => editor.getHTML(),
  }
}

test('UI-102 What was written meanwhile stays when the field is given what was written before', () => {
  const { handedOn, give, write, html } = openEditor()
  write('喝')
  write('什麼')
  expect(handedOn).toEqual(['<p>喝</p>', '<p>喝什麼</p>'])
  give('<p>喝</p>')
  expect(html()).toBe('<p>喝什麼</p>')
  write('？')
  give('<p>喝什麼</p>')
  give('<p>喝什麼？</p>')
  expect(html()).toBe('<p>喝什麼？</p>')
})

test('UI-103 What comes from elsewhere is shown, also what was once written and is brought back', () => {
  const { give, write, html } = openEditor()
  write('喝')
  write('什麼')
  give('<p>對方寫的</p>')
  expect(html()).toBe('<p>對方寫的</p>')
  give('<p>喝</p>')
  expect(html()).toBe('<p>喝</p>')
})
