import type { ImportCounts, ImportRun } from '@kaimai/contract/common/import-run.ts'
import { useFormat, useText } from '../i18n/use-text.tsx'
import { useImportTexts } from './use-import.ts'

/** The words of imports that run on the server, beside those of their preview. */
export const useImportRunTexts = () => {
  const t = useText('app')
  const f = useFormat()
  const preview = useImportTexts()
  const count = (value: number) => f.number(value)
  return {
    ...preview,
    old: t('sheet.old'),
    fresh: t('sheet.fresh'),
    more: t('sheet.more'),
    starting: t('sheet.starting'),
    progress: ({ done, total }: Pick<ImportRun, 'done' | 'total'>) =>
      t('sheet.progress', { done: count(done), total: count(total) }),
    progressLabel: (fileName: string) => t('sheet.progressLabel', { fileName }),
    remaining: (ms: number | undefined) => {
      if (ms === undefined) return t('sheet.remainingUnknown')
      const seconds = Math.max(1, Math.ceil(ms / 1000))
      return seconds < 60
        ? t('sheet.remainingSeconds', { count: seconds })
        : t('sheet.remainingMinutes', { count: Math.ceil(seconds / 60) })
    },
    unheard: t('sheet.unheard'),
    goesOn: t('sheet.goesOn'),
    stop: t('sheet.stop'),
    resume: t('sheet.resume'),
    refused: (bad: number) => t('sheet.refused', { count: bad }),
    refusedName: (fileName: string) => t('sheet.refusedName', { fileName: fileName.replace(/\.(xlsx|csv)$/i, '') }),
    sameFile: ({ userName, endedAt }: { readonly userName: string; readonly endedAt: string }) =>
      t('sheet.sameFile', { name: userName, when: f.near(endedAt) }),
    ended: {
      done: (written: number) => t('sheet.done', { count: written }),
      cancelled: (written: number) => t('sheet.cancelled', { count: written }),
      failed: (written: number) => t('sheet.failed', { count: written }),
    },
    left: (rows: number) => t('sheet.left', { count: rows }),
    outcome: (counts: ImportCounts) => t('sheet.doneText', { ...counts }),
    noteRunning: ({ userName, fileName }: ImportRun) => t('sheet.note.running', { name: userName, fileName }),
    note: ({ userName, fileName, endedAt, state }: ImportRun) =>
      t(`sheet.note.${state === 'cancelled' || state === 'failed' ? state : 'done'}`, {
        name: userName,
        fileName,
        when: endedAt === null ? '' : f.near(endedAt),
      }),
  }
}
