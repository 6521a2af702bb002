import type { SignupUser } from '@kaimai/contract/signup-user/signup-user.schema.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { toast } from '../../ui/toast.tsx'
import css from './erase-dialog.module.css'
import { eraseSignupUser } from './signup-user.api.ts'

const goes = ['contacts', 'saved', 'letters', 'links', 'comments'] as const

/** Asks twice: what goes and what stays first, then whether it is meant, for nothing brings it back. */
export const EraseDialog = ({
  person,
  onErased,
  onClose,
}: {
  readonly person: Pick<SignupUser, 'id' | 'name' | 'orders'>
  readonly onErased: () => void
  readonly onClose: () => void
}) => {
  const t = useText('signup-user')
  const [isSure, setSure] = useState(false)
  const { id, name, orders } = person
  const erasing = useMutation({
    mutationFn: () => eraseSignupUser(id),
    onSuccess: ({ ordersUnderWay: count }) => {
      toast.good(count === 0 ? t('erase.done') : t('erase.doneLeft', { count }))
      onErased()
      onClose()
    },
  })
  const isBusy = erasing.isPending
  return (
    <Modal
      open
      onTop
      title={isSure ? t('erase.sure') : t('erase.title', { name })}
      onClose={isBusy ? undefined : onClose}
      footer={
        <>
          <Button disabled={isBusy} onClick={isSure ? () => setSure(false) : onClose}>
            {t(isSure ? 'erase.back' : 'erase.cancel')}
          </Button>
          {isSure ? (
            <Button kind="dangerSubmit" busy={isBusy} onClick={() => erasing.mutate()}>
              {t('erase.ok')}
            </Button>
          ) : (
            <Button kind="primary" onClick={() => setSure(true)}>
              {t('erase.next')}
            </Button>
          )}
        </>
      }
    >
      {isSure ? (
        <p>{t('erase.sureText', { name })}</p>
      ) : (
        <div className={css.lists}>
          <h3>{t('erase.goes')}</h3>
          <ul>
            {goes.map((each) => (
              <li key={each}>{t(`erase.goesList.${each}`)}</li>
            ))}
          </ul>
          <h3>{t('erase.stays')}</h3>
          <ul>
            {orders.length === 0 ? (
              <li>{t('erase.staysList.noOrders')}</li>
            ) : (
              <>
                <li>{t('erase.staysList.orders', { count: orders.length })}</li>
                <li>{t('erase.staysList.underWay')}</li>
              </>
            )}
            <li>{t('erase.staysList.figures')}</li>
            <li>{t('erase.staysList.blocks')}</li>
          </ul>
        </div>
      )}
    </Modal>
  )
}
