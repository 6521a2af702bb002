import { useState } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { askToConfirm } from '../../ui/confirm.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FullScreenLoading } from '../../ui/full-screen-loading.tsx'
import { Drawer, Modal } from '../../ui/modal.tsx'
import { PhoneFrame } from '../../ui/phone-frame.tsx'
import { PickerModal } from '../../ui/picker.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { SkeletonForm } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import css from './playground.module.css'

type Open = 'modal' | 'drawer' | 'picker' | 'loading' | 'save' | undefined

const loadingMs = 1500
const goods = ['霧釉飯碗', '青瓷對杯', '柴燒深盤']

export const OverlayExamples = () => {
  const t = useText('app')
  const [open, setOpen] = useState<Open>()
  const [q, setQ] = useState('')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const close = () => setOpen(undefined)
  const title = t('later.product.title')
  return (
    <>
      <div className={css.row}>
        <Button onClick={() => setOpen('modal')}>Modal</Button>
        <Button onClick={() => setOpen('drawer')}>Drawer</Button>
        <Button onClick={() => setOpen('picker')}>PickerModal</Button>
        <Button onClick={() => void askToConfirm({ title: t('leave.title'), text: t('leave.text'), danger: true })}>
          askToConfirm
        </Button>
        <Button
          onClick={() => {
            setOpen('loading')
            setTimeout(close, loadingMs)
          }}
        >
          FullScreenLoading
        </Button>
        <Button onClick={() => setOpen('save')}>SaveBar</Button>
      </div>
      <div className={css.row}>
        <Button onClick={() => toast.good(t('ui.done'), { undo: { label: t('ui.undo'), run: close } })}>
          toast.good
        </Button>
        <Button onClick={() => toast.info(t('upload.none'))}>toast.info</Button>
        <Button onClick={() => toast.warn(t('balance.expiresSoon'))}>toast.warn</Button>
        <Button onClick={() => toast.bad(t('failure.text'))}>toast.bad</Button>
      </div>
      <div className={css.grid}>
        <EmptyState art="video" title={t('playground.empty')} text={t('playground.help')} />
        <ErrorState title={t('failure.title')} text={t('failure.text')} onRetry={close} />
        <SkeletonForm fields={3} />
        <PhoneFrame label={t('later.audience.title')}>
          <EmptyState art="goods" title={title} />
        </PhoneFrame>
      </div>
      <Modal
        open={open === 'modal'}
        onClose={close}
        title={title}
        footer={
          <>
            <Button onClick={close}>{t('ui.cancel')}</Button>
            <Button kind="primary" onClick={close}>
              {t('ui.ok')}
            </Button>
          </>
        }
      >
        <p>{t('later.product.lead')}</p>
      </Modal>
      <Drawer open={open === 'drawer'} onClose={close} title={title}>
        <p>{t('later.product.lead')}</p>
      </Drawer>
      <PickerModal
        open={open === 'picker'}
        onClose={close}
        title={title}
        many
        state="ready"
        items={goods.filter((name) => name.includes(q)).map((name) => ({ id: name, name, note: t('playground.help') }))}
        search={q}
        onSearch={setQ}
        chosen={chosen}
        onChoose={setChosen}
        empty={<EmptyState art="search" title={t('ui.nothingFound')} />}
      />
      {open === 'loading' && <FullScreenLoading />}
      <SaveBar open={open === 'save'} state={t('leave.text')}>
        <Button onClick={close}>{t('ui.cancel')}</Button>
        <Button kind="primary" onClick={close}>
          {t('ui.ok')}
        </Button>
      </SaveBar>
    </>
  )
}
