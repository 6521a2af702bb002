import type { Block } from '@kaimai/contract/block/block.routes.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { IconArrowBackUp, IconBan, IconLockOpen } from '@tabler/icons-react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { askToConfirm } from '../../ui/confirm.tsx'
import type { MenuItem } from '../../ui/dropdown-menu.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { useLabels } from '../../ui/labels.tsx'
import { toast } from '../../ui/toast.tsx'
import { blockAgain, blockKey, cancelBlock, cancelBlocks, makePermanent } from './block.api.ts'

/** What can be done with a block, from its row and from its drawer. */
export const useBlockActions = () => {
  const t = useText('block')
  const labels = useLabels()
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: blockKey })

  const again = useMutation({ mutationFn: (id: string) => blockAgain(id), onSuccess: refresh })
  const cancel = useMutation({
    mutationFn: (block: Block) => cancelBlock(block),
    onSuccess: async (_, block) => {
      await refresh()
      toast.good(t('done.cancelled', { name: nameOf(t, block) }), {
        undo: { label: labels.undo, run: () => again.mutate(block.id) },
      })
    },
  })
  const permanent = useMutation({
    mutationFn: ({ id }: Block) => makePermanent(id),
    onSuccess: async (_, block) => {
      await refresh()
      toast.good(t('done.permanent', { name: nameOf(t, block) }))
    },
  })
  const many = useMutation({
    mutationFn: (ids: readonly string[]) => cancelBlocks(ids),
    onSuccess: async ({ cancelled }) => {
      await refresh()
      toast.good(t('done.cancelledMany', { count: cancelled }))
    },
  })

  const askPermanent = (block: Block) =>
    askToConfirm({
      title: t('permanent.title', { name: nameOf(t, block) }),
      text: t('permanent.text'),
      ok: t('action.permanent'),
      danger: true,
      run: () => permanent.mutateAsync(block),
    })

  return {
    busy: again.isPending || cancel.isPending || permanent.isPending,
    cancel: (block: Block) => cancel.mutate(block),
    again: ({ id }: Block) => again.mutate(id),
    askPermanent,
    askCancelMany: (ids: readonly string[], done: () => void) =>
      askToConfirm({
        title: t('cancelMany.title', { count: ids.length }),
        text: t('cancelMany.text'),
        ok: t('action.cancel'),
        run: () => many.mutateAsync(ids).then(done),
      }),
    menu: (block: Block): MenuItem[] => [
      block.state === 'cancelled'
        ? { label: t('action.again'), icon: <IconArrowBackUp {...icon16} />, run: () => again.mutate(block.id) }
        : { label: t('action.cancel'), icon: <IconLockOpen {...icon16} />, run: () => cancel.mutate(block) },
      ...(block.state === 'permanent'
        ? []
        : ([
            'line',
            {
              label: t('action.permanent'),
              icon: <IconBan {...icon16} />,
              danger: true,
              run: () => void askPermanent(block),
            },
          ] as const)),
    ],
  }
}

/** A person without a name is called by what they are known by. */
export const nameOf = (t: (key: string) => string, { name, phone, email }: Pick<Block, 'name' | 'phone' | 'email'>) =>
  name || phone || email || t('nobody')
