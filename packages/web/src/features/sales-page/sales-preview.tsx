import { useQuery } from '@tanstack/react-query'
import { IconDeviceDesktop, IconDeviceMobile, IconMaximize } from '@tabler/icons-react'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { createPlainTranslator, type TextTree } from '../../lib/i18n/translator.ts'
import { TextProvider, useLanguage, useText } from '../../lib/i18n/use-text.tsx'
import { useFirm } from '../../lib/session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { Modal } from '../../ui/modal.tsx'
import { PhoneFrame } from '../../ui/phone-frame.tsx'
import { useScrollArea } from '../../ui/scroll-area.ts'
import { Segmented } from '../../ui/segmented.tsx'
import type { Sale } from './audience/page-data.ts'
import { SalesView } from './audience/sales-view.tsx'
import { type KnownThings, saleOf, type SalesPageFields } from './page-values.ts'
import { salePath } from './public-address.ts'
import { buyActionOf } from './sales-page.api.ts'
import css from './sales-preview.module.css'

interface SalesPreviewProps {
  readonly values: SalesPageFields
  readonly known: KnownThings
  /** The block that is being edited: it is brought into view and marked. */
  readonly openId: string | undefined
  readonly onPick: (id: string) => void
  /** Whatever it stands in has a title of its own. */
  readonly untitled?: boolean
}

const files = import.meta.glob<TextTree>('./audience/text/*.json', { import: 'default' })

/** The texts of the public page, which the console does not have. */
const usePageTexts = () => {
  const language = useLanguage()
  const [translator, setTranslator] = useState<ReturnType<typeof createPlainTranslator>>()
  useEffect(() => {
    let isWanted = true
    void files[`./audience/text/${language}.json`]?.().then((tree) => {
      if (isWanted) setTranslator(createPlainTranslator(language, { 'sales-page': tree }))
    })
    return () => {
      isWanted = false
    }
  }, [language])
  return translator
}

/** The page as visitors will see it, by the very components of the public page. */
export const SalesPreview = ({ values, known, openId, onPick, untitled }: SalesPreviewProps) => {
  const t = useText('sales-page')
  const firm = useFirm()
  const [width, setWidth] = useState<'phone' | 'desktop'>('phone')
  const [isLarge, setLarge] = useState(false)
  const [now] = useState(() => new Date().toISOString())
  const action = useQuery(buyActionOf(values.productIdList)).data ?? null
  const sale = saleOf(values, known, {
    action,
    now,
    untitled: t('preview.noTitle'),
    firm: {
      name: firm.name,
      imgUrl: firm.imgUrl,
      contactLink: '',
      legalName: '',
      taxId: '',
      legalAddress: '',
      legalPhone: '',
    },
  })
  // One at a time: the larger one takes its place.
  const stage = !isLarge && <Stage sale={sale} openId={openId} onPick={onPick} />
  return (
    <>
      <div className={css.head}>
        {!untitled && <h2>{t('preview.title')}</h2>}
        <Segmented
          label={t('preview.width')}
          value={width}
          onChange={setWidth}
          options={[
            {
              value: 'phone',
              label: t('preview.phone'),
              icon: <IconDeviceMobile {...icon16} />,
            },
            {
              value: 'desktop',
              label: t('preview.desktop'),
              icon: <IconDeviceDesktop {...icon16} />,
            },
          ]}
        />
      </div>
      {width === 'phone' ? (
        <PhoneFrame label={t('preview.label')}>{stage}</PhoneFrame>
      ) : (
        <>
          <Screen label={t('preview.labelDesktop')}>{stage}</Screen>
          <Button size="s" icon={<IconMaximize {...icon16} />} onClick={() => setLarge(true)} aria-haspopup="dialog">
            {t('preview.larger')}
          </Button>
        </>
      )}
      <p className={css.address}>{salePath(values.customUrl)}</p>
      {isLarge && (
        <Modal open onClose={() => setLarge(false)} title={t('preview.title')} width={1280}>
          <div className={css.large}>
            <Stage sale={sale} openId={undefined} onPick={() => undefined} />
          </div>
        </Modal>
      )}
    </>
  )
}

/** A desktop's window of 1280 px, made small. */
const Screen = ({ label, children }: { label: string; children: React.ReactNode }) => {
  const area = useScrollArea()
  return (
    <div className={css.screen} role="group" aria-label={label}>
      <div ref={area} className={css.window}>
        {children}
      </div>
    </div>
  )
}

interface StageProps {
  readonly sale: Sale
  readonly openId: string | undefined
  readonly onPick: (id: string) => void
}

const Stage = ({ sale, openId, onPick }: StageProps) => {
  const translator = usePageTexts()
  const stage = useRef<HTMLDivElement>(null)
  // The blocks that stand, in their order: a new one is marked once it is drawn.
  const shown = translator ? sale.blocks.map(({ id }) => id).join() : ''
  useEffect(() => {
    if (shown === '') return
    const blocks = [...(stage.current?.querySelectorAll<HTMLElement>('[data-block]') ?? [])]
    for (const block of blocks) block.toggleAttribute('data-editing', block.dataset.block === openId)
    const block = blocks.find((each) => each.dataset.block === openId)
    // The box that scrolls around the page.
    const area = stage.current?.parentElement
    if (!block || !area) return
    const { top, bottom } = block.getBoundingClientRect()
    const seen = area.getBoundingClientRect()
    if (top < seen.top || bottom > seen.bottom - 80)
      area.scrollBy({ top: (top - seen.top - seen.height / 6) * (area.clientHeight / seen.height), behavior: 'smooth' })
  }, [openId, shown])

  const onClick = (event: MouseEvent) => {
    if (!(event.target instanceof Element)) return
    // Nothing here leads away from the form.
    if (event.target.closest('a')) event.preventDefault()
    const id = event.target.closest<HTMLElement>('[data-block]')?.dataset.block
    if (id !== undefined) onPick(id)
  }
  return (
    <div ref={stage} className={css.stage} onClickCapture={onClick}>
      {translator && (
        <TextProvider translator={translator} timeZone="Asia/Taipei">
          <SalesView sale={sale} isPreview />
        </TextProvider>
      )}
    </div>
  )
}
