import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'

// leaveComposingKeys (composing-keys.ts) keeps the keys of a word from everything that listens as this program does. Here
// stands that nothing listens otherwise, and which files listen at all: one that is new says here whether one types in it.
const source = join(import.meta.dirname, '../..')
const files = new Map(
  readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return [relative(source, path).replaceAll('\\', '/'), readFileSync(path, 'utf8')] as const
    }),
)
const filesWith = (pattern: RegExp): string[] =>
  [...files].flatMap(([path, text]) => (pattern.test(text) ? [path] : [])).toSorted()

/** One types where these listen: each is tried in composing-fields.dom.test.tsx, or in control-room.dom.test.tsx. */
const typedIn = [
  'app/shell/palette-finder.tsx',
  'features/comment-mod/comment-line.tsx',
  'features/control-room/chat-panel.tsx',
  'features/control-room/composer.tsx',
  'features/control-room/staff-line-panel.tsx',
  'features/live/price-input.tsx',
  'features/live/seconds-input.tsx',
  'features/live/studio/panes/fields.tsx',
  'features/live/studio/tables/cell-input.tsx',
  'features/signup/question-list-field.tsx',
  'features/virtual-user/virtual-user-card.tsx',
  'ui/rich-text/link-bar.tsx',
  'ui/rich-text/picture-view.tsx',
  'ui/toolbar.tsx',
]

/** These are keys of buttons, rows and lists, in which nobody types. */
const pressed = [
  'features/control-room/rundown-part.tsx',
  'features/live/studio/panes/rundown.tsx',
  'features/live/studio/timeline/audience-track.tsx',
  'features/live/studio/timeline/track-list.tsx',
  'features/room/audience/chat/chat.tsx',
  'features/sales-page/block-list.tsx',
  'features/video/image-tile.tsx',
  'ui/audience/consent-bar.tsx',
  'ui/crop-modal.tsx',
  'ui/data-table.tsx',
  'ui/dropdown-menu.tsx',
  'ui/help-tip.tsx',
  'ui/rich-text/rich-text-toolbar.tsx',
  'ui/use-hold.ts',
  'ui/use-reorder.ts',
]

/** These hear the whole page, and are the ones that leave alone who types. */
const everywhere = [
  'app/audience/early-acts.ts',
  'features/comment-mod/use-line-history.ts',
  'features/control-room/use-picks.ts',
  'features/control-room/use-shortcut-keys.ts',
  'features/live/studio/timeline/use-clip-drag.ts',
  'features/live/studio/use-studio-keys.ts',
  'features/room/audience/replay/use-replay.ts',
  'lib/keys/composing-keys.ts',
  'lib/keys/shortcuts.ts',
  'lib/playback/sound-memory.ts',
]

test('KEYS-603 Who listens to keys is known, with whether one types there', () => {
  expect(filesWith(/onKey(Down|Up|Press)\b|['"](keydown|keyup|keypress)['"]|['"]Enter['"]/)).toEqual(
    [...typedIn, ...pressed, ...everywhere].toSorted(),
  )
})

test('KEYS-604 Keys are listened to as composing keys are kept from: on their way down, by their names, after them', () => {
  // A key that goes up ends no word; what acts on it is a button.
  expect(filesWith(/onKeyUp\b|onKeyPress\b|['"]key(up|press)['"]/)).toEqual(['ui/use-hold.ts'])
  // A code or a number says Enter of a key that the input method calls by another name.
  expect(filesWith(/\.(keyCode|charCode)\b|\.code\b.*['"](Numpad)?Enter['"]|onKeyDownCapture\b/)).toEqual([
    'lib/keys/composing-keys.ts',
  ])
  // The window hears first, and of its listeners the one that came first: these come with their screens.
  expect(filesWith(/addEventListener\(\s*['"]keydown['"],[^)]*\b(true|capture)\b/)).toEqual([
    'features/control-room/use-picks.ts',
    'features/live/studio/timeline/use-clip-drag.ts',
  ])
})

test.each([
  ['app/main.tsx', ['leaveComposingKeys()', 'steadyPresses()', 'listenForShortcuts()', 'createRoot(root)']],
  ['app/audience/main.tsx', ['leaveComposingKeys()', 'hydrateRoot(root', "import('./late.ts')"]],
] as const)('KEYS-605 In %s the keys of a word are kept from the page before it answers to any', (path, inOrder) => {
  const text = files.get(path) ?? ''
  const places = inOrder.map((words) => text.indexOf(words))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})
