import { useSyncExternalStore } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { activeShortcuts, useShortcut } from '../../lib/keys/shortcuts.ts'
import { createStore } from '../../lib/store/store.ts'
import { Modal } from '../../ui/modal.tsx'
import css from './shortcuts-help.module.css'

const open = createStore(false)

export const shortcutsHelp = { show: () => open.set(true) }

/** `mod` is ⌘ on Apple's machines, Ctrl elsewhere. */
export const showKeys = (keys: string): string => {
  const apple = /Mac|iP(hone|ad|od)/.test(navigator.userAgent)
  const names = { mod: apple ? '⌘' : 'Ctrl ', alt: apple ? '⌥' : 'Alt ', shift: apple ? '⇧' : 'Shift ' }
  return keys
    .replace(/(mod|alt|shift)\+/g, (_, name: keyof typeof names) => names[name])
    .replace(/(?:^|(?<=[\s⌘⌥⇧]))[a-z]/g, (letter) => letter.toUpperCase())
}

/** More than these stand in two columns. */
const manyKeys = 10

/** The list of keys that work now, opened by `?`. */
export const ShortcutsHelp = () => {
  const t = useText('app')
  const isOpen = useSyncExternalStore(open.subscribe, open.get, open.get)
  const shortcuts = useSyncExternalStore(activeShortcuts.subscribe, activeShortcuts.get, activeShortcuts.get)
  useShortcut({ keys: '?', label: t('keys.title'), run: shortcutsHelp.show })
  return (
    <Modal
      open={isOpen}
      onClose={() => open.set(false)}
      title={t('keys.title')}
      width={shortcuts.length > manyKeys ? 760 : 440}
    >
      <dl className={css.keys} data-many={shortcuts.length > manyKeys || undefined}>
        {shortcuts.map(({ keys, label }) => (
          <div key={keys + label}>
            <dt>{label}</dt>
            <dd>
              <kbd>{showKeys(keys)}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
