import { useState } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { askToConfirm } from '../../ui/confirm.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FullScreenLoading } from '../../ui/full-screen-loading.tsx'
import { LoadedDrawer } from '../../ui/loaded-drawer.tsx'
import { Drawer, Modal } from '../../ui/modal.tsx'
import { PickerModal } from '../../ui/picker.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { toast } from '../../ui/toast.tsx'
import { Gallery, Grid, State, States } from './gallery.tsx'

type Open = 'modal' | 'long' | 'fixed' | 'drawer' | 'record' | 'picker' | 'loading' | 'save' | 'badSave' | undefined

const loadingMs = 1500
const products = ['霧釉飯碗', '青瓷對杯', '柴燒深盤']
const arts = ['list', 'video', 'products', 'people', 'letter', 'search', 'soon', 'trouble'] as const

/** /playground/4: what floats above a screen, and what it says. */
export const OverlaysPage = () => {
  const t = useText('playground')
  const [open, setOpen] = useState<Open>()
  const [q, setQ] = useState('')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const close = () => setOpen(undefined)
  const isModal = open === 'modal' || open === 'long' || open === 'fixed'
  const opener = (what: Exclude<Open, undefined>, label: string) => (
    <State key={what} name={what}>
      <Button onClick={() => setOpen(what)} aria-haspopup="dialog">
        {label}
      </Button>
    </State>
  )
  return (
    <>
      <Gallery
        page="overlays"
        specimens={[
          {
            id: 'dialogs',
            names: ['Modal', 'Drawer', 'LoadedDrawer', 'PickerModal'],
            content: (
              <States>
                {opener('modal', t('open.modal'))}
                {opener('long', t('open.long'))}
                {opener('fixed', t('open.fixed'))}
                {opener('drawer', t('open.drawer'))}
                {opener('record', t('open.record'))}
                {opener('picker', t('open.picker'))}
              </States>
            ),
          },
          {
            id: 'questions',
            names: ['askToConfirm'],
            content: (
              <States>
                <State name={t('state.default')}>
                  <Button onClick={() => void askToConfirm({ title: t('ask.title'), text: t('ask.text') })}>
                    {t('open.question')}
                  </Button>
                </State>
                <State name="danger">
                  <Button
                    kind="danger"
                    onClick={() =>
                      void askToConfirm({
                        title: t('ask.removeTitle'),
                        text: t('ask.removeText'),
                        ok: t('sample.remove'),
                        danger: true,
                        run: () => new Promise((resolve) => setTimeout(resolve, loadingMs)),
                      })
                    }
                  >
                    {t('open.danger')}
                  </Button>
                </State>
              </States>
            ),
          },
          {
            id: 'toasts',
            names: ['toast'],
            content: (
              <States>
                {(['good', 'info', 'warn', 'bad'] as const).map((tone) => (
                  <State key={tone} name={`toast.${tone}`}>
                    <Button onClick={() => toast[tone](t(`toast.${tone}`))}>{t(`toast.${tone}`)}</Button>
                  </State>
                ))}
                <State name="undo">
                  <Button
                    onClick={() => toast.good(t('toast.removed'), { undo: { label: t('toast.undo'), run: close } })}
                  >
                    {t('toast.removed')}
                  </Button>
                </State>
              </States>
            ),
          },
          {
            id: 'bars',
            names: ['SaveBar', 'FullScreenLoading'],
            content: (
              <States>
                {opener('save', t('open.save'))}
                {opener('badSave', t('open.badSave'))}
                <State name="FullScreenLoading">
                  <Button
                    onClick={() => {
                      setOpen('loading')
                      setTimeout(close, loadingMs)
                    }}
                  >
                    {t('open.loading')}
                  </Button>
                </State>
              </States>
            ),
          },
          {
            id: 'empty',
            names: ['EmptyState'],
            bare: true,
            content: (
              <Grid>
                {arts.map((art) => (
                  <EmptyState
                    key={art}
                    art={art}
                    title={t('sample.nothing')}
                    text={t('sample.teaches')}
                    action={<Button>{t('sample.add')}</Button>}
                  />
                ))}
              </Grid>
            ),
          },
          {
            id: 'errors',
            names: ['ErrorState'],
            content: (
              <Grid>
                <ErrorState title={t('sample.failed')} text={t('sample.failedText')} onRetry={close} />
                <ErrorState title={t('sample.failed')} />
              </Grid>
            ),
          },
        ]}
      />
      <Modal
        open={isModal}
        onClose={open === 'fixed' ? undefined : close}
        title={t('sample.title')}
        footer={
          <>
            <Button onClick={close}>{t('sample.cancel')}</Button>
            <Button kind="primary" onClick={close}>
              {t('sample.ok')}
            </Button>
          </>
        }
      >
        {(open === 'long' ? Array.from({ length: 14 }, (_, at) => at) : [0]).map((at) => (
          <p key={at} style={{ marginBottom: 12 }}>
            {t('sample.long')}
          </p>
        ))}
      </Modal>
      <Drawer open={open === 'drawer'} onClose={close} title={t('sample.title')}>
        <p>{t('sample.long')}</p>
      </Drawer>
      {open === 'record' && (
        <LoadedDrawer
          query={{ data: undefined, error: new Error(t('sample.failed')), isError: true, refetch: close }}
          title={() => t('sample.title')}
          loading={t('sample.title')}
          width={520}
          fields={4}
          onClose={close}
        >
          {() => null}
        </LoadedDrawer>
      )}
      <PickerModal
        open={open === 'picker'}
        onClose={close}
        title={t('sample.title')}
        many
        state="ready"
        items={products
          .filter((name) => name.includes(q))
          .map((name, at) => ({
            id: name,
            name,
            note: t('sample.help'),
            ...(at === 2 ? { unavailable: t('sample.unavailable') } : {}),
          }))}
        search={q}
        onSearch={setQ}
        chosen={chosen}
        onChoose={setChosen}
        empty={<EmptyState art="search" title={t('sample.nothing')} />}
      />
      {open === 'loading' && <FullScreenLoading />}
      <SaveBar
        open={open === 'save' || open === 'badSave'}
        state={t(open === 'badSave' ? 'sample.failed' : 'sample.changed')}
        tone={open === 'badSave' ? 'bad' : 'changed'}
      >
        <Button onClick={close}>{t('sample.cancel')}</Button>
        <Button kind="primary" onClick={close}>
          {t('sample.ok')}
        </Button>
      </SaveBar>
    </>
  )
}
