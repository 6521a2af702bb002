import type { VirtualUser } from '@kaimai/contract/virtual-user/virtual-user.resource.ts'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowsHorizontal,
  IconDownload,
  IconReplace,
  IconStar,
  IconTableImport,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { BulkBar } from '../../ui/bulk-bar.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { DropdownMenu } from '../../ui/dropdown-menu.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { toast } from '../../ui/toast.tsx'
import css from './comment-tools.module.css'
import { ReplaceDialog } from './replace-dialog.tsx'
import { ShiftDialog } from './shift-dialog.tsx'
import { shiftLines } from './timed-edit.ts'
import type { Line } from './timed-list.ts'
import type { useLineHistory } from './use-line-history.ts'

interface CommentToolsProps {
  readonly lines: readonly Line[]
  readonly history: ReturnType<typeof useLineHistory>
  readonly chosen: ReadonlySet<string>
  readonly onChosen: (chosen: ReadonlySet<string>) => void
  readonly people: readonly VirtualUser[]
  readonly onImport: () => void
  /** Undefined before the group was saved: there is nothing to take out, and nothing to put into. */
  readonly onExport: ((format: 'xlsx' | 'csv') => void) | undefined
  readonly onMarked: (() => void) | undefined
  /** The save bar stands at the window's lower edge. */
  readonly saveBar: boolean
}

/** Everything that changes many comments at once. */
export const CommentTools = (props: CommentToolsProps) => {
  const { lines, history, chosen, onChosen, people, onImport, onExport, onMarked, saveBar } = props
  const t = useText('comment-mod')
  const [dialog, setDialog] = useState<'shift' | 'replace'>()
  const close = () => setDialog(undefined)

  /** Other people say the chosen ones, in turn. */
  const dealPeople = () => {
    let dealt = Math.floor(Math.random() * Math.max(1, people.length))
    const next = lines.map((line) => {
      const person = chosen.has(line.key) ? people[dealt++ % people.length] : undefined
      return person ? { ...line, userName: person.name, userImgId: person.userImgId } : line
    })
    history.set(next)
    toast.good(t('tools.dealt', { count: chosen.size }))
  }
  const remove = () => {
    history.set(lines.filter(({ key }) => !chosen.has(key)))
    toast.good(t('tools.removed', { count: chosen.size }))
    onChosen(new Set())
  }

  return (
    <div className={css.tools} role="toolbar" aria-label={t('tools.label')} data-saving={saveBar}>
      <IconButton
        label={t('tools.undo')}
        icon={<IconArrowBackUp {...icon16} />}
        disabled={!history.mayUndo}
        onClick={history.undo}
      />
      <IconButton
        label={t('tools.redo')}
        icon={<IconArrowForwardUp {...icon16} />}
        disabled={!history.mayRedo}
        onClick={history.redo}
      />
      <Button
        kind="plain"
        size="s"
        icon={<IconReplace {...icon16} />}
        disabled={lines.length === 0}
        onClick={() => setDialog('replace')}
      >
        {t('tools.replace')}
      </Button>
      <span className={css.end}>
        {onMarked && (
          <Button kind="plain" size="s" icon={<IconStar {...icon16} />} onClick={onMarked}>
            {t('tools.marked')}
          </Button>
        )}
        <Button kind="plain" size="s" icon={<IconTableImport {...icon16} />} onClick={onImport}>
          {t('tools.import')}
        </Button>
        {onExport && (
          <DropdownMenu
            items={[
              { label: 'Excel (.xlsx)', run: () => onExport('xlsx') },
              { label: 'CSV (.csv)', run: () => onExport('csv') },
            ]}
            renderTrigger={(trigger) => (
              <Button kind="plain" size="s" icon={<IconDownload {...icon16} />} {...trigger}>
                {t('tools.export')}
              </Button>
            )}
          />
        )}
      </span>
      <BulkBar
        count={chosen.size}
        onClear={() => onChosen(new Set())}
        actions={[
          { label: t('tools.shift'), icon: <IconArrowsHorizontal {...icon16} />, run: () => setDialog('shift') },
          ...(people.length > 0
            ? [{ label: t('tools.people'), icon: <IconUsers {...icon16} />, run: dealPeople }]
            : []),
          { label: t('tools.remove'), icon: <IconTrash {...icon16} />, run: remove },
        ]}
      />
      {dialog === 'shift' && (
        <ShiftDialog
          lines={lines}
          chosen={chosen}
          onClose={close}
          onShift={(seconds) => {
            history.set(shiftLines(lines, chosen, seconds))
            toast.good(t('shift.done', { count: chosen.size }))
            close()
          }}
        />
      )}
      {dialog === 'replace' && (
        <ReplaceDialog
          lines={lines}
          chosen={chosen}
          onClose={close}
          onReplace={(next, count) => {
            history.set(next)
            toast.good(t('replace.done', { count }))
            close()
          }}
        />
      )}
    </div>
  )
}
