import { Tooltip } from '@mantine/core'
import {
  IconAlignCenter,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBlockquote,
  IconBold,
  IconH2,
  IconH3,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconPhotoPlus,
  IconSeparatorHorizontal,
  IconUnderline,
} from '@tabler/icons-react'
import { type Editor, useEditorState } from '@tiptap/react'
import { type KeyboardEvent, type ReactNode, type Ref, useState } from 'react'
import css from './rich-text.module.css'
import type { RichTextWords } from './rich-text-words.ts'

interface ToolbarProps {
  readonly editor: Editor
  readonly words: RichTextWords
  readonly isLinkOpen: boolean
  readonly onLink: () => void
  readonly onPicture: () => void
  readonly ref: Ref<HTMLDivElement>
}

interface Tool {
  readonly id: string
  readonly label: string
  readonly icon: ReactNode
  readonly run: () => unknown
  /** Whether it holds where the cursor is; undefined: it does something once. */
  readonly isOn?: boolean
  readonly off?: boolean
}

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const
const isMac = typeof navigator !== 'undefined' && /Mac|iP(?:hone|ad|od)/.test(navigator.userAgent)
/** As keyboards say it: ⌘B, Ctrl+B. */
const keys = (key: string, shift = false) =>
  isMac ? `${shift ? '⇧' : ''}⌘${key}` : `Ctrl+${shift ? 'Shift+' : ''}${key}`

/** The buttons of an editor: one stop of Tab, arrows between them. */
export const RichTextToolbar = ({ editor, words, isLinkOpen, onLink, onPicture, ref }: ToolbarProps) => {
  const [focused, setFocused] = useState('bold')
  const on = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      h2: now.isActive('heading', { level: 2 }),
      h3: now.isActive('heading', { level: 3 }),
      bold: now.isActive('bold'),
      italic: now.isActive('italic'),
      underline: now.isActive('underline'),
      ul: now.isActive('bulletList'),
      ol: now.isActive('orderedList'),
      quote: now.isActive('blockquote'),
      centre: now.isActive({ align: 'center' }),
      link: now.isActive('link'),
      undo: now.can().undo(),
      redo: now.can().redo(),
    }),
  })
  const act = () => editor.chain().focus()
  const centre = () => {
    const align = on.centre ? null : 'center'
    return act().updateAttributes('paragraph', { align }).updateAttributes('heading', { align }).run()
  }
  const groups: readonly (readonly Tool[])[] = [
    [
      {
        id: 'h2',
        label: words.heading,
        icon: <IconH2 {...icon} />,
        isOn: on.h2,
        run: () => act().toggleHeading({ level: 2 }).run(),
      },
      {
        id: 'h3',
        label: words.subheading,
        icon: <IconH3 {...icon} />,
        isOn: on.h3,
        run: () => act().toggleHeading({ level: 3 }).run(),
      },
    ],
    [
      {
        id: 'bold',
        label: `${words.bold} ${keys('B')}`,
        icon: <IconBold {...icon} />,
        isOn: on.bold,
        run: () => act().toggleBold().run(),
      },
      {
        id: 'italic',
        label: `${words.italic} ${keys('I')}`,
        icon: <IconItalic {...icon} />,
        isOn: on.italic,
        run: () => act().toggleItalic().run(),
      },
      {
        id: 'underline',
        label: `${words.underline} ${keys('U')}`,
        icon: <IconUnderline {...icon} />,
        isOn: on.underline,
        run: () => act().toggleUnderline().run(),
      },
    ],
    [
      {
        id: 'ul',
        label: `${words.bullets} ${keys('8', true)}`,
        icon: <IconList {...icon} />,
        isOn: on.ul,
        run: () => act().toggleBulletList().run(),
      },
      {
        id: 'ol',
        label: `${words.numbers} ${keys('7', true)}`,
        icon: <IconListNumbers {...icon} />,
        isOn: on.ol,
        run: () => act().toggleOrderedList().run(),
      },
      {
        id: 'quote',
        label: words.quote,
        icon: <IconBlockquote {...icon} />,
        isOn: on.quote,
        run: () => act().toggleBlockquote().run(),
      },
      { id: 'centre', label: words.centre, icon: <IconAlignCenter {...icon} />, isOn: on.centre, run: centre },
      {
        id: 'rule',
        label: words.rule,
        icon: <IconSeparatorHorizontal {...icon} />,
        off: on.ul || on.ol || on.quote,
        run: () => act().setHorizontalRule().run(),
      },
    ],
    [
      { id: 'link', label: words.link, icon: <IconLink {...icon} />, isOn: on.link || isLinkOpen, run: onLink },
      { id: 'picture', label: words.picture, icon: <IconPhotoPlus {...icon} />, run: onPicture },
    ],
    [
      {
        id: 'undo',
        label: `${words.undo} ${keys('Z')}`,
        icon: <IconArrowBackUp {...icon} />,
        off: !on.undo,
        run: () => act().undo().run(),
      },
      {
        id: 'redo',
        label: `${words.redo} ${keys('Z', true)}`,
        icon: <IconArrowForwardUp {...icon} />,
        off: !on.redo,
        run: () => act().redo().run(),
      },
    ],
  ]
  const order = groups.flat().map(({ id }) => id)
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, Home: -order.length, End: order.length }[event.key]
    if (event.key === 'Escape') {
      event.stopPropagation()
      editor.commands.focus()
    }
    if (step === undefined) return
    event.preventDefault()
    const last = order.length - 1
    const place = order.indexOf(focused) + step
    const id = order[Math.abs(step) > 1 ? Math.min(Math.max(place, 0), last) : (place + order.length) % order.length]
    if (id === undefined) return
    setFocused(id)
    event.currentTarget.querySelector<HTMLElement>(`[data-tool="${id}"]`)?.focus()
  }
  return (
    <div ref={ref} className={css.tools} role="toolbar" aria-label={words.tools} onKeyDown={onKeyDown}>
      {groups.map((tools) => (
        <span key={tools[0]?.id} className={css.group}>
          {tools.map(({ id, label, icon: sign, isOn, off = false, run }) => (
            <Tooltip key={id} label={label}>
              <button
                type="button"
                data-tool={id}
                aria-label={label}
                aria-pressed={isOn}
                aria-disabled={off || undefined}
                tabIndex={id === focused ? 0 : -1}
                data-mantine-stop-propagation="true"
                // The text keeps its selection.
                onMouseDown={(event) => event.preventDefault()}
                onFocus={() => setFocused(id)}
                onClick={() => {
                  if (!off) run()
                }}
              >
                {sign}
              </button>
            </Tooltip>
          ))}
        </span>
      ))}
    </div>
  )
}
