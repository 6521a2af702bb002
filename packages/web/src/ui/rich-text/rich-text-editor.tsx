import { type Editor, EditorContent, useEditor } from '@tiptap/react'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import type { ControlProps } from '../field-frame.tsx'
import { LinkBar } from './link-bar.tsx'
import { cleanPasted } from './pasted-html.ts'
import { createPictureUploads } from './picture-uploads.ts'
import { richTextExtensions } from './rich-text-extensions.ts'
import { RichTextToolbar } from './rich-text-toolbar.tsx'
import type { RichTextFormat, RichTextWords, SendPicture } from './rich-text-words.ts'
import css from './rich-text.module.css'

export interface RichTextEditorProps {
  readonly label: string
  /** Stored HTML, or plain text of before. */
  readonly value: string
  readonly onChange: (html: string) => void
  readonly onBlur?: (() => void) | undefined
  readonly placeholder: string
  readonly words: RichTextWords
  readonly format: RichTextFormat
  readonly send: SendPicture
  /** Called with whether pictures are still being sent. */
  readonly onBusy?: ((busy: boolean) => void) | undefined
  readonly control: ControlProps
}

const pictureTypes = 'image/png,image/jpeg,image/webp,image/gif,image/avif'
const picturesOf = (data: DataTransfer | null): File[] =>
  [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))

const attributesOf = ({ label, control }: RichTextEditorProps): Record<string, string> => ({
  id: control.id,
  class: css.content ?? '',
  role: 'textbox',
  'aria-multiline': 'true',
  'aria-label': label,
  ...(control['aria-describedby'] === undefined ? {} : { 'aria-describedby': control['aria-describedby'] }),
  ...(control['aria-invalid'] === undefined ? {} : { 'aria-invalid': 'true' }),
  ...(control.disabled ? { 'aria-disabled': 'true' } : {}),
})

/** An editor of rich text: what it shows is what is stored. */
export const RichTextEditor = (props: RichTextEditorProps) => {
  const { value, words, format, control } = props
  const [isLinkOpen, setLinkOpen] = useState(false)
  const [notice, setNotice] = useState('')
  const toolbar = useRef<HTMLDivElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  // The editor is made once; what it calls is of the last render.
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  const [uploads] = useState(() => createPictureUploads(props.send))
  useEffect(() => uploads.subscribe(() => latest.current.onBusy?.(uploads.isBusy())), [uploads])
  const own = useRef(value)
  // What was handed on and may still come back: the field is given it a moment later, when more has been typed by now.
  const underway = useRef(new Set<string>())
  const [extensions] = useState(() => richTextExtensions({ uploads, words, format, placeholder: props.placeholder }))
  const [content] = useState(() => format.clean(value))

  const insertPictures = (editor: Editor, files: readonly File[], at?: number) => {
    let there = 0
    editor.state.doc.descendants((node) => {
      if (node.type.name === 'picture') there += 1
    })
    const free = Math.max(0, format.maxPictures - there)
    setNotice(files.length > free ? words.mostPictures : '')
    const nodes = files.slice(0, free).map((file) => ({ type: 'picture', attrs: { upload: uploads.begin(file) } }))
    if (nodes.length === 0) return
    // A picture stands between paragraphs and lists: below the one it was given to, or in the place of an empty one.
    const place = editor.state.doc.resolve(at ?? editor.state.selection.to)
    const block = place.depth === 0 ? undefined : place.node(1)
    const isEmpty = block?.type.name === 'paragraph' && block.childCount === 0
    const to = block === undefined ? place.pos : place.after(1)
    editor
      .chain()
      .insertContentAt({ from: isEmpty ? place.before(1) : to, to }, nodes)
      .focus()
      .run()
  }

  const editor: Editor = useEditor({
    extensions,
    content,
    editable: !control.disabled,
    injectCSS: false,
    immediatelyRender: true,
    shouldRerenderOnTransaction: false,
    onUpdate: ({ editor: now }) => {
      const html = format.clean(now.getHTML())
      if (html === own.current) return
      own.current = html
      underway.current.add(html)
      latest.current.onChange(html)
    },
    onBlur: () => latest.current.onBlur?.(),
    editorProps: {
      attributes: () => attributesOf(latest.current),
      transformPastedHTML: (html) => {
        const pasted = cleanPasted(html, format.isPicture)
        setNotice(pasted.foreignPictures > 0 ? words.foreignPictures : '')
        return pasted.html
      },
      handlePaste: (_, { clipboardData }): boolean => {
        const html = clipboardData?.getData('text/html') ?? ''
        const text = clipboardData?.getData('text/plain') ?? ''
        const files = picturesOf(clipboardData)
        // Word puts a picture of its words beside them.
        if (files.length > 0 && html.replace(/<[^>]*>/g, '').trim() === '') {
          insertPictures(editor, files)
          return true
        }
        if (html !== '' || !text.trim().includes('\n')) return false
        return editor.commands.insertContent(format.ofPlain(text))
      },
      handleDrop: (view, event, _, isMoved) => {
        const files = isMoved ? [] : picturesOf(event.dataTransfer)
        if (files.length === 0) return false
        insertPictures(editor, files, view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos)
        return true
      },
      handleKeyDown: (_, event) => {
        if (event.key !== 'F10' || !event.altKey) return false
        toolbar.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
        return true
      },
    },
  })

  // Set from elsewhere: a draft, another's version, changes discarded.
  useEffect(() => {
    if (value === own.current) {
      underway.current.clear()
      return
    }
    if (underway.current.has(value)) return
    underway.current.clear()
    own.current = value
    editor.commands.setContent(format.clean(value), { emitUpdate: false })
  }, [value, editor, format])
  const { disabled } = control
  useEffect(() => editor.setEditable(!disabled, false), [disabled, editor])
  const closeLink = () => {
    setLinkOpen(false)
    editor.commands.focus()
  }
  const applyLink = (href: string) => {
    setLinkOpen(false)
    const chain = editor.chain().focus().extendMarkRange('link')
    if (editor.state.selection.empty && !editor.isActive('link'))
      chain
        .insertContent({
          type: 'text',
          text: href.replace(/^(?:mailto|tel):/, ''),
          marks: [{ type: 'link', attrs: { href } }],
        })
        .run()
    else chain.setLink({ href }).run()
  }
  const onChoose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    insertPictures(editor, [...(currentTarget.files ?? [])])
    currentTarget.value = ''
  }
  return (
    <div className={css.editor} data-invalid={control['aria-invalid']} data-disabled={disabled || undefined}>
      {!disabled && (
        <RichTextToolbar
          ref={toolbar}
          editor={editor}
          words={words}
          isLinkOpen={isLinkOpen}
          onLink={() => setLinkOpen((isOpen) => !isOpen)}
          onPicture={() => chooser.current?.click()}
        />
      )}
      {isLinkOpen && (
        <LinkBar
          words={words}
          format={format}
          href={String(editor.getAttributes('link').href ?? '')}
          onApply={applyLink}
          onRemove={() => {
            editor.chain().focus().extendMarkRange('link').unsetLink().run()
            setLinkOpen(false)
          }}
          onClose={closeLink}
        />
      )}
      <EditorContent editor={editor} className={css.area} />
      <input
        ref={chooser}
        type="file"
        accept={pictureTypes}
        multiple
        hidden
        aria-label={words.picture}
        onChange={onChoose}
      />
      {notice !== '' && (
        <p className={css.notice} role="status">
          {notice}
        </p>
      )}
    </div>
  )
}
