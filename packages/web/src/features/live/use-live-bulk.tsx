import type { LiveRow } from '@kaimai/contract/live/live.routes.ts'
import { useQueryClient } from '@tanstack/react-query'
import { IconBan, IconTrash } from '@tabler/icons-react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { askToConfirm } from '../../ui/confirm.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { useLabels } from '../../ui/labels.tsx'
import { toast } from '../../ui/toast.tsx'
import { liveKey, removeLive } from './live.api.ts'
import type { LiveFields } from './live-values.ts'
import { removeDraft, restoreDraft } from './remove-draft.ts'

const ahead: readonly LiveRow['status'][] = ['scheduled', 'open']

/** What can be done with several lives at once: drafts are deleted, what has not begun is cancelled. */
export const useLiveBulk = () => {
  const t = useText('live')
  const labels = useLabels()
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: liveKey })

  /** One after the other; the first that fails shows its error and ends it. */
  const run = async (rows: readonly LiveRow[], act: (row: LiveRow) => Promise<unknown>, onDone: () => void) => {
    let done = 0
    try {
      for (const row of rows) {
        await act(row)
        done += 1
      }
    } catch (error) {
      toast.bad(error instanceof Error ? error.message : String(error))
    }
    await refresh()
    onDone()
    return done
  }
  const removeDrafts = async (drafts: readonly LiveRow[], onDone: () => void) => {
    const kept: LiveFields[] = []
    const count = await run(drafts, async ({ id }) => kept.push(await removeDraft(queries, id)), onDone)
    if (count === 0) return
    const restore = async () => {
      for (const draft of kept) await restoreDraft(draft)
      await refresh()
    }
    toast.good(t('bulk.removed', { count }), {
      undo: { label: labels.undo, run: () => void restore().catch((error: Error) => toast.bad(error.message)) },
    })
  }
  const cancelPlanned = async (planned: readonly LiveRow[], onDone: () => void) => {
    const agreed = await askToConfirm({
      title: t('bulk.cancelTitle', { count: planned.length }),
      text: t('cancel.text'),
      ok: t('cancel.ok'),
      cancel: t('cancel.keep'),
      danger: true,
    })
    if (!agreed) return
    const count = await run(planned, ({ id }) => removeLive(id), onDone)
    if (count > 0) toast.good(t('bulk.cancelled', { count }))
  }
  return (chosen: readonly LiveRow[], onDone: () => void) => {
    const drafts = chosen.filter(({ status }) => status === 'draft')
    const planned = chosen.filter(({ status }) => ahead.includes(status))
    const actions = [
      {
        count: drafts.length,
        label: t('bulk.remove', { count: drafts.length }),
        icon: <IconTrash {...icon16} />,
        run: () => void removeDrafts(drafts, onDone),
      },
      {
        count: planned.length,
        label: t('bulk.cancel', { count: planned.length }),
        icon: <IconBan {...icon16} />,
        run: () => void cancelPlanned(planned, onDone),
      },
    ]
    return actions.filter(({ count }) => count > 0)
  }
}
