import type { Payout } from '@kaimai/contract/commission/commission.schema.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { askToConfirm } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.tsx'
import { partnerKey } from '../partner/partner.api.ts'
import { commissionKey, downloadBankFile, markSent, undoPayout } from './commission.api.ts'
import { sumOf } from './payout-state.tsx'

/** What can be done with a batch: its file for the bank, and its end, which is asked about first. */
export const usePayoutActions = () => {
  const t = useText('commission')
  const f = useFormat()
  const queries = useQueryClient()
  const refresh = async () => {
    await Promise.all(
      [commissionKey, partnerKey].map((queryKey) => queries.invalidateQueries({ queryKey: [...queryKey] })),
    )
  }
  const bankFile = useMutation({ mutationFn: downloadBankFile })
  // Also after a refusal: somebody else has sent or undone it meanwhile.
  const send = useMutation({ mutationFn: markSent, onSettled: refresh })
  const undo = useMutation({ mutationFn: undoPayout, onSettled: refresh })
  const netOf = (payout: Payout): string => f.money({ amount: sumOf(payout, 'net'), currency: payout.currency })
  return {
    bankFile,
    askToSend: (payout: Payout) =>
      askToConfirm({
        title: t('payout.sendTitle', { amount: netOf(payout) }),
        text: t('payout.sendText'),
        ok: t('payout.markSent'),
        run: async () => {
          await send.mutateAsync(payout.id)
          toast.good(t('payout.sentDone'))
        },
      }),
    askToUndo: (payout: Payout) =>
      askToConfirm({
        title: t('payout.undoTitle', { amount: netOf(payout) }),
        text: t('payout.undoText'),
        ok: t('payout.undo'),
        danger: true,
        run: async () => {
          await undo.mutateAsync(payout.id)
          toast.good(t('payout.undoneDone'))
        },
      }),
  }
}
