import type { Answer } from '@kaimai/contract/common/route.ts'
import type { letterRoutes } from '@kaimai/contract/letter/letter.routes.ts'
import { IconCheck, IconRefresh } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useText } from '../../lib/i18n/use-text.tsx'
import { useMay } from '../../lib/session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { askToConfirm } from '../../ui/confirm.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { toast } from '../../ui/toast.tsx'
import css from './letter-drawer.module.css'
import { letterKey, settleLetter } from './letter.api.ts'

/** Nobody knows whether it left: a person says that it did, or sends it once more. */
export const SettleLetter = ({ letter: { id, toName, to } }: { letter: Answer<typeof letterRoutes.show> }) => {
  const t = useText('letter')
  const queries = useQueryClient()
  const mayWrite = useMay('form', true)
  const settle = useMutation({
    mutationFn: (arrived: boolean) => settleLetter(id, arrived),
    onSuccess: async (_, arrived) => {
      await queries.invalidateQueries({ queryKey: letterKey })
      toast.good(t(arrived ? 'settle.doneArrived' : 'settle.doneAgain'))
    },
  })
  const askToSendAgain = () =>
    askToConfirm({
      title: t('settle.againTitle', { name: toName || to }),
      text: t('settle.againText'),
      ok: t('settle.again'),
      run: () => settle.mutateAsync(false),
    })
  return (
    <section className={css.unclear} aria-label={t('settle.title')}>
      <b>{t('settle.title')}</b>
      <p>{t('settle.text')}</p>
      {mayWrite && (
        <div className="wrap">
          <Button size="s" busy={settle.isPending} icon={<IconCheck {...icon16} />} onClick={() => settle.mutate(true)}>
            {t('settle.arrived')}
          </Button>
          <Button size="s" icon={<IconRefresh {...icon16} />} onClick={() => void askToSendAgain()}>
            {t('settle.again')}
          </Button>
        </div>
      )}
    </section>
  )
}
