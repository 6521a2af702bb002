import { letterTemplate } from '@kaimai/contract/letter-template/letter-template.resource.ts'
import { variableProblems } from '@kaimai/contract/letter-template/letter-template.rules.ts'
import { useDebouncedValue, useElementSize } from '@mantine/hooks'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { IconSend } from '@tabler/icons-react'
import { type CSSProperties, useState } from 'react'
import { isCallError } from '../../lib/http/call-error.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { useMay } from '../../lib/session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { LabelledSelect } from '../../ui/field.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { toast } from '../../ui/toast.tsx'
import css from './letter-template.module.css'
import { letterPreview, previewPeople, sendTest, type WrittenLetter } from './letter-template.api.ts'

const settleMs = 500
const example = 'example'
const Contents = letterTemplate.fields.contents.body

/** Px of what shows the letter; it is drawn as small as the place asks. */
const widths = { desktop: 680, phone: 375 } as const
const stageHeight = 640

/** Links of the letter open a new tab, for the frame itself goes nowhere. */
const inFrame = (html: string): string =>
  html.replace('<body', '<base target="_blank"><meta name="referrer" content="no-referrer"><body')

const frameStyle = (room: number, width: number): CSSProperties => {
  const scale = room > 0 ? Math.min(1, room / width) : 1
  return { width, height: stageHeight / scale, transform: `scale(${scale})`, left: Math.max(0, (room - width) / 2) }
}

interface TemplatePreviewProps {
  readonly letter: WrittenLetter
  /** What was saved once: there is nothing to try out. */
  readonly isVersion?: boolean
}

/** The letter as one recipient would get it, and a test to oneself. */
export const TemplatePreview = ({ letter, isVersion = false }: TemplatePreviewProps) => {
  const t = useText('letter-template')
  const mayWrite = useMay('form', true)
  const [recipient, setRecipient] = useState<string>(example)
  const [width, setWidth] = useState<keyof typeof widths>('desktop')
  const [scheme, setScheme] = useState<'light' | 'dark'>('light')
  const { ref, width: room } = useElementSize<HTMLDivElement>()
  const [settled] = useDebouncedValue(letter, settleMs)
  const people = useQuery(previewPeople(settled.letterTemplateType)).data?.recipients ?? []
  const chosen = people.some(({ id }) => id === recipient) ? recipient : example
  const { contents, letterTemplateType } = settled
  const isWhole =
    Contents.safeParse(contents).success && Object.keys(variableProblems(letterTemplateType, contents)).length === 0
  const shown = useQuery({
    ...letterPreview(settled, chosen === example ? null : chosen),
    enabled: isWhole,
    placeholderData: keepPreviousData,
  })
  const test = useMutation({
    mutationFn: sendTest,
    onSuccess: ({ to }) => toast.good(t('test.sent', { to })),
  })
  const reasons = [
    ...Object.values(shown.data?.problems ?? {}),
    ...[shown.error, test.error].flatMap((error) => (isCallError(error) ? Object.values(error.fields ?? {}) : [])),
  ]
  return (
    <section className={css.preview} aria-label={t(isVersion ? 'versions.preview' : 'preview.title')}>
      <LabelledSelect
        name="recipient"
        value={chosen}
        onChange={(id) => setRecipient(id === '' ? example : id)}
        label={t('preview.recipient')}
        choices={[
          { value: example, label: t('preview.example') },
          ...people.map(({ id, name, email }) => ({ value: id, label: name === '' ? email : `${name}・${email}` })),
        ]}
        searchable
      />
      <div className={css.tools}>
        <Segmented
          label={t('preview.width')}
          value={width}
          onChange={setWidth}
          options={(['desktop', 'phone'] as const).map((value) => ({ value, label: t(`preview.${value}`) }))}
        />
        <Segmented
          label={t('preview.scheme')}
          value={scheme}
          onChange={setScheme}
          options={(['light', 'dark'] as const).map((value) => ({ value, label: t(`preview.${value}`) }))}
        />
      </div>
      {reasons.length > 0 && (
        <div role="status">
          <ul className={css.problems}>
            {[...new Set(reasons)].map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </div>
      )}
      {shown.data && isWhole ? (
        <>
          <p className={css.subject}>
            <span className="caption">{t('field.subject')}</span> <b>{shown.data.subject}</b>
          </p>
          <div ref={ref} className={css.stage}>
            <iframe
              className={css.frame}
              data-scheme={scheme}
              style={frameStyle(room, widths[width])}
              title={t('preview.frame')}
              // No scripts, no forms, no way out of the frame but a new tab.
              sandbox="allow-popups allow-popups-to-escape-sandbox"
              referrerPolicy="no-referrer"
              srcDoc={inFrame(shown.data.html)}
            />
          </div>
        </>
      ) : (
        <p className={css.none}>{t('preview.none')}</p>
      )}
      {mayWrite && !isVersion && (
        <div>
          <Button
            icon={<IconSend {...icon16} />}
            busy={test.isPending}
            disabled={!isWhole}
            onClick={() => test.mutate(letter)}
          >
            {t('test.send')}
          </Button>
        </div>
      )}
    </section>
  )
}
