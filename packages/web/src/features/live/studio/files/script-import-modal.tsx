import type { ScriptImportWay } from '@kaimai/contract/live/script-sheet-merge.rules.ts'
import type { SheetFormat } from '@kaimai/contract/common/sheet.ts'
import { useMemo, useRef, useState } from 'react'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { useImport } from '../../../../lib/sheet/use-import.ts'
import { ImportModal } from '../../../../ui/import-modal.tsx'
import { Segmented } from '../../../../ui/segmented.tsx'
import { toast } from '../../../../ui/toast.tsx'
import { useClipLabels } from '../clip-labels.ts'
import { useSettled, useStudio } from '../editor-context.ts'
import { importScript, type ReadScript, type ScriptImport } from '../model/script-import.ts'
import { allClips, isSameDoc, type StudioDoc } from '../model/studio-doc.ts'
import { readScriptSheet } from '../script.api.ts'
import css from './files.module.css'

/** So many of what goes are named. */
const maxNamed = 6

/** A file read into the script: what it adds, changes and takes away is seen before it is done. */
export const useScriptImport = (onTemplate: (format: SheetFormat) => void) => {
  const t = useText('live')
  const { editor } = useStudio()
  const doc = useSettled()
  const words = useClipLabels()
  const [way, setWay] = useState<ScriptImportWay>('merge')
  const wayNow = useRef(way)
  const [read, setRead] = useState<ReadScript>()
  const [done, setDone] = useState<ScriptImport>()
  const importer = useImport({
    send: async (form, signal) => {
      const answer = await readScriptSheet(form, signal)
      setRead(answer)
      setDone(undefined)
      if (!answer.done) return answer
      const applied = importScript(editor.doc(), answer, wayNow.current)
      setDone(applied)
      if (applied.isTooMany) toast.warn(t('studio.files.tooMany'))
      else if (!isSameDoc(applied.doc, editor.doc())) editor.edit(applied.doc, 'import', { select: new Set() })
      return answer
    },
  })
  const planned = useMemo(() => (read === undefined ? undefined : importScript(doc, read, way)), [doc, read, way])
  const missing = useMemo(
    () => (read === undefined ? undefined : importScript(doc, read, 'replace').removed),
    [doc, read],
  )
  const plan = done ?? planned

  const namesOf = (part: StudioDoc): string[] => [
    ...allClips(part).map((clip) => t('studio.files.named', { at: words.times(clip), what: words.line(clip) })),
    ...part.product.flatMap((row) => (row.track === 'listed' ? [words.productName(row.product.productId)] : [])),
  ]
  const result = importer.modal.result
  const judged = result &&
    plan && {
      ...result,
      counts: { ...plan.counts, bad: result.counts.bad },
      rows: result.rows.map((row) => {
        const line = plan.lines.get(row.line)
        if (line === undefined || row.state === 'bad') return row
        const [was] = line.state === 'change' ? namesOf(line.was) : []
        const notes = [was === undefined ? '' : t('studio.files.was', { was }), row.note]
        return { ...row, state: line.state, note: notes.filter(Boolean).join(' ') }
      }),
    }
  const gone = missing === undefined ? [] : namesOf(missing)
  const removed = way === 'replace' ? gone.length : 0
  const modal = (
    <ImportModal
      {...importer.modal}
      result={judged}
      removed={removed}
      title={t('studio.files.importTitle')}
      lead={t('studio.files.importLead')}
      onTemplate={onTemplate}
      aside={
        <div className="stack">
          <Segmented
            label={t('studio.files.way')}
            value={way}
            onChange={(next) => {
              setWay(next)
              wayNow.current = next
            }}
            options={[
              { value: 'merge', label: t('studio.files.merge') },
              { value: 'replace', label: t('studio.files.replaceAll') },
            ]}
          />
          {gone.length > 0 && (
            <div className={css.gone} data-removes={removed > 0 || undefined} role="status">
              <p>{t(removed > 0 ? 'studio.files.removes' : 'studio.files.stays', { count: gone.length })}</p>
              {removed > 0 && (
                <ul>
                  {gone.slice(0, maxNamed).map((name, at) => (
                    // Two of them may be called the same.
                    // oxlint-disable-next-line react/no-array-index-key
                    <li key={at} className="clip">
                      {name}
                    </li>
                  ))}
                  {gone.length > maxNamed && <li>{t('studio.files.more', { count: gone.length - maxNamed })}</li>}
                </ul>
              )}
            </div>
          )}
        </div>
      }
    />
  )
  const open = () => {
    setWay('merge')
    wayNow.current = 'merge'
    setRead(undefined)
    setDone(undefined)
    importer.open()
  }
  return { open, modal }
}
