import { Textarea } from '@mantine/core'
import { IconBold, IconLink, IconList } from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { IconButton } from '../../ui/button.tsx'
import { FieldFrame } from '../../ui/field-frame.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import css from './content-editor.module.css'
import { readHtml, readMarks, writeHtml, writeMarks } from './rich-text.ts'

interface ContentEditorProps {
  readonly name: string
  /** Stored HTML. */
  readonly value: string
  readonly onChange: (html: string) => void
  readonly onBlur: () => void
  readonly error: string | undefined
}

/** The page's text: typed plainly, stored as simple HTML. What nobody touches stays as it was stored. */
export const ContentEditor = ({ name, value, onChange, onBlur, error }: ContentEditorProps) => {
  const t = useText('signup')
  const area = useRef<HTMLTextAreaElement>(null)
  const [typed, setTyped] = useState(() => writeMarks(readHtml(value)))
  const [own, setOwn] = useState(value)
  // Set from elsewhere (changes discarded): what is typed follows.
  if (own !== value) {
    setOwn(value)
    setTyped(writeMarks(readHtml(value)))
  }

  const type = (text: string) => {
    const html = writeHtml(readMarks(text))
    setTyped(text)
    setOwn(html)
    onChange(html)
  }
  /** Replaces what is selected; `select` says which part of the new text is selected then. */
  const replace = (write: (selected: string) => { text: string; select: readonly [number, number] }) => {
    const element = area.current
    if (!element) return
    const { selectionStart, selectionEnd } = element
    const { text, select } = write(typed.slice(selectionStart, selectionEnd))
    type(typed.slice(0, selectionStart) + text + typed.slice(selectionEnd))
    requestAnimationFrame(() => {
      element.focus()
      element.setSelectionRange(selectionStart + select[0], selectionStart + select[1])
    })
  }
  const bold = () =>
    replace((selected) => {
      const words = selected || t('content.boldWords')
      return { text: `**${words}**`, select: [2, 2 + words.length] }
    })
  const link = () =>
    replace((selected) => {
      const words = selected || t('content.linkWords')
      return { text: `[${words}](https://)`, select: [words.length + 3, words.length + 11] }
    })
  const list = () => {
    const element = area.current
    if (!element) return
    const start = typed.lastIndexOf('\n', element.selectionStart - 1) + 1
    element.setSelectionRange(start, Math.max(start, element.selectionEnd))
    replace((selected) => {
      const text = (selected || t('content.listWords'))
        .split('\n')
        .map((line) => (line.trim() === '' ? line : line.startsWith('- ') ? line.slice(2) : `- ${line}`))
        .join('\n')
      return { text, select: [text.length, text.length] }
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.metaKey || event.ctrlKey) || event.key.toLowerCase() !== 'b') return
    event.preventDefault()
    bold()
  }

  return (
    <FieldFrame label={t('form.content')} description={t('content.hint')} name={name} error={error}>
      {(control) => (
        <div className={css.editor}>
          <div className={css.tools} role="group" aria-label={t('content.tools')}>
            <IconButton label={t('content.bold')} icon={<IconBold size={16} stroke={2} />} onClick={bold} />
            <IconButton label={t('content.list')} icon={<IconList {...icon16} />} onClick={list} />
            <IconButton label={t('content.link')} icon={<IconLink {...icon16} />} onClick={link} />
          </div>
          <Textarea
            {...control}
            ref={area}
            required={false}
            value={typed}
            onChange={(event) => type(event.currentTarget.value)}
            onBlur={onBlur}
            onKeyDown={onKeyDown}
            autosize
            minRows={5}
            maxRows={16}
            placeholder={t('content.placeholder')}
            error={control['aria-invalid']}
          />
        </div>
      )}
    </FieldFrame>
  )
}
