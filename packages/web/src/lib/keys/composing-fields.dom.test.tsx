import { virtualUser } from '@kaimai/contract/virtual-user/virtual-user.resource.ts'
import type { NodeViewProps } from '@tiptap/react'
import { fireEvent, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, vi } from 'vitest'
import { idOf, record } from '../../../test/record.ts'
import { test } from '../../../test/screen.tsx'
import { PaletteFinder } from '../../app/shell/palette-finder.tsx'
import { CommentLine } from '../../features/comment-mod/comment-line.tsx'
import { PriceInput } from '../../features/live/price-input.tsx'
import { SecondsInput } from '../../features/live/seconds-input.tsx'
import { NumberField, TimeField } from '../../features/live/studio/panes/fields.tsx'
import { CellInput } from '../../features/live/studio/tables/cell-input.tsx'
import { QuestionListField } from '../../features/signup/question-list-field.tsx'
import { VirtualUserCard } from '../../features/virtual-user/virtual-user-card.tsx'
import { LinkBar } from '../../ui/rich-text/link-bar.tsx'
import { PictureView } from '../../ui/rich-text/picture-view.tsx'
import type { RichTextWords } from '../../ui/rich-text/rich-text-words.ts'
import { SearchBox } from '../../ui/toolbar.tsx'

// Every field of the console that has keys of its own (composing-places.test.ts finds them). Three are tried where their
// room is: the search, the composer and the team's talk of the control room.

/** Whatever a part tells of: sent, saved, closed, gone elsewhere. */
type Did = (...given: readonly unknown[]) => void

interface Field {
  readonly of: string
  readonly part: (did: Did) => ReactNode
  readonly name: string
  /** A text box unless said otherwise. */
  readonly role?: 'searchbox'
  /** What is typed before; nothing: it stays empty. */
  readonly typed?: string
}

const noErrors = { errorId: undefined, error: undefined }
const mei = record(virtualUser.Record, { id: idOf(1), name: 'Mei', userImgId: 'a' })
const nothing = () => undefined
const words = { link: 'Link', linkAddress: 'Address', alt: 'Description', removePicture: 'Remove' } as RichTextWords

const pictureIn = (did: Did) =>
  ({
    node: { attrs: { src: '/media/image/a.png', alt: '', upload: '' } },
    selected: false,
    extension: { options: { uploads: undefined, words, maxAlt: 80 } },
    editor: { isEditable: true, isDestroyed: false, commands: { focus: did } },
    updateAttributes: nothing,
    deleteNode: nothing,
    getPos: () => 0,
  }) as unknown as NodeViewProps

const fields: readonly Field[] = [
  {
    of: 'the search of a list',
    part: (did) => <SearchBox value="" onChange={did} label="Find" />,
    name: 'Find',
    role: 'searchbox',
    typed: '陶',
  },
  {
    of: 'the address of a link',
    part: (did) => (
      <LinkBar words={words} format={{ isLink: () => true }} href="" onApply={did} onRemove={did} onClose={did} />
    ),
    name: 'Address',
    typed: 'shop.example/陶',
  },
  {
    of: 'the words of a picture',
    part: (did) => <PictureView {...pictureIn(did)} />,
    name: 'Description',
    typed: '碗',
  },
  {
    of: 'a price in a row',
    part: (did) => (
      <PriceInput
        label="Price"
        value={null}
        onChange={did}
        currency="TWD"
        placeholder=""
        errorId={undefined}
        isFaulty={false}
      />
    ),
    name: 'Price',
    typed: '１２０',
  },
  {
    of: 'a time in a row',
    part: (did) => <SecondsInput label="Shown at" value={null} onChange={did} {...noErrors} />,
    name: 'Shown at',
    typed: '1:20',
  },
  {
    of: 'a cell of a table',
    part: (did) => (
      <CellInput
        label="Text"
        column="text"
        value=""
        show={String}
        read={(text) => text}
        onGive={did}
        disabled={false}
      />
    ),
    name: 'Text',
    typed: '好美',
  },
  {
    of: 'a time of the studio',
    part: (did) => <TimeField label="At" valueMs={5000} onChange={did} />,
    name: 'At',
    typed: '0:10',
  },
  {
    of: 'a number of the studio',
    part: (did) => <NumberField label="Pieces" value={1} onChange={did} min={0} max={99} />,
    name: 'Pieces',
    typed: '12',
  },
  {
    of: 'a name that is changed in its place',
    part: (did) => (
      <ul>
        <VirtualUserCard
          user={mei}
          edit={{ onOpen: did, actions: [], selected: false, onSelect: did, renaming: true, onRename: did }}
        />
      </ul>
    ),
    name: 'New name for Mei',
    typed: '小美',
  },
  {
    of: 'a line of comments',
    part: (did) => (
      <CommentLine
        line={{ key: 'a', commentTime: 10, commentText: '', userName: 'Mei', userImgId: 'a' }}
        index={0}
        isNow={false}
        isChosen={false}
        people={[mei]}
        urlOf={() => ''}
        timeError={undefined}
        textError={undefined}
        nameError={undefined}
        actions={{ change: nothing, remove: did, play: did, walk: did, choose: did }}
      />
    ),
    name: 'Text of comment 1',
    typed: '多少錢',
  },
  {
    of: 'an option of a question, empty but for the word that is composed',
    part: (did) => (
      <QuestionListField
        value={[{ id: 'a', kind: 'oneChoice', label: 'Size', required: false, options: ['', 'L'] }]}
        onChange={did}
        errorAt={() => undefined}
      />
    ),
    name: 'Option 1 of question 1',
  },
]

/** As browsers tell of them: within the word, and Safari’s, which come after it with the input method’s code. */
const keysOfWord = ['Enter', 'Escape', 'ArrowDown', 'ArrowUp', 'Tab', 'Backspace'].flatMap((key) => [
  { key, isComposing: true },
  { key, keyCode: 229 },
])

test.for(fields)(
  'KEYS-606 A word that is composed in $of sends, saves and closes nothing; the next Enter counts',
  async ({ part, name, role = 'textbox', typed }, { mount }) => {
    const did = vi.fn<Did>()
    await mount(part(did))
    const field = await screen.findByRole(role, { name })
    if (typed !== undefined) fireEvent.change(field, { target: { value: typed } })
    did.mockClear()
    const shown = Reflect.get(field, 'value')
    for (const key of keysOfWord) {
      fireEvent.keyDown(field, key)
      expect(did, JSON.stringify(key)).not.toHaveBeenCalled()
      expect(field.isConnected).toBe(true)
      expect(Reflect.get(field, 'value'), JSON.stringify(key)).toBe(shown)
    }
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(did).toHaveBeenCalled()
  },
)

test('KEYS-607 A word that is composed in the search of pages leads nowhere; the next Enter does', async ({
  mount,
}) => {
  const onClose = vi.fn<() => void>()
  const opened = await mount(<PaletteFinder onClose={onClose} />)
  const field = await screen.findByRole('combobox')
  const chosen = field.getAttribute('aria-activedescendant')
  expect(chosen).not.toBeNull()
  for (const key of keysOfWord) {
    fireEvent.keyDown(field, key)
    expect(field.getAttribute('aria-activedescendant'), JSON.stringify(key)).toBe(chosen)
  }
  expect(onClose).not.toHaveBeenCalled()
  expect(opened.address()).toBe('/')
  fireEvent.keyDown(field, { key: 'Enter' })
  await expect.poll(() => opened.address()).not.toBe('/')
  expect(onClose).toHaveBeenCalledOnce()
})
