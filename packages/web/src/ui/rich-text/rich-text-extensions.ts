import { Extension, Node } from '@tiptap/core'
import { Blockquote } from '@tiptap/extension-blockquote'
import { ListItem } from '@tiptap/extension-list'
import { Placeholder } from '@tiptap/extensions'
import { ReactNodeViewRenderer } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import type { PictureOptions, PictureUploads } from './picture-uploads.ts'
import { PictureView } from './picture-view.tsx'
import type { RichTextFormat, RichTextWords } from './rich-text-words.ts'

/** A picture in a line of its own; while it is being sent it has no address, and HTML has nothing of it. */
const Picture = Node.create<PictureOptions>({
  name: 'picture',
  group: 'block',
  atom: true,
  draggable: true,
  addOptions: () => ({ uploads: undefined, words: undefined, maxAlt: 0 }),
  addAttributes: () => ({
    src: { default: '' },
    alt: { default: '' },
    upload: { default: '', rendered: false },
  }),
  parseHTML: () => [{ tag: 'img[src^="/media/image/"]' }],
  renderHTML: ({ node }) =>
    node.attrs.src === ''
      ? ['span', { 'data-upload': '' }]
      : ['img', { src: String(node.attrs.src), alt: String(node.attrs.alt) }],
  addNodeView: () => ReactNodeViewRenderer(PictureView),
})

/** Paragraphs and headings in the middle of their column. */
const Centred = Extension.create({
  name: 'centred',
  addGlobalAttributes: () => [
    {
      types: ['paragraph', 'heading'],
      attributes: {
        align: {
          default: null,
          keepOnSplit: true,
          parseHTML: (element) =>
            element.dataset.align === 'center' || element.style.textAlign === 'center' ? 'center' : null,
          renderHTML: ({ align }) => (align === 'center' ? { 'data-align': 'center' } : {}),
        },
      },
    },
  ],
})

/** Alone what a stored text can hold: what an editor shows and a page doesn't would be lost without a word. */
export const richTextExtensions = (input: {
  readonly uploads: PictureUploads
  readonly words: RichTextWords
  readonly format: RichTextFormat
  readonly placeholder: string
}) => [
  StarterKit.configure({
    code: false,
    codeBlock: false,
    strike: false,
    blockquote: false,
    listItem: false,
    heading: { levels: [2, 3] },
    link: {
      openOnClick: false,
      autolink: true,
      defaultProtocol: 'https',
      HTMLAttributes: { target: null, rel: null },
      isAllowedUri: (href) => input.format.isLink(href),
    },
  }),
  Blockquote.extend({ content: 'paragraph+' }),
  ListItem.extend({ content: 'paragraph (bulletList | orderedList)*' }),
  Centred,
  Picture.configure({ uploads: input.uploads, words: input.words, maxAlt: input.format.maxAlt }),
  Placeholder.configure({ placeholder: input.placeholder }),
]
