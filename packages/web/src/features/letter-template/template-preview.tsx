import { letterTemplate } from '@kaimai/contract/letter-template/letter-template.resource.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { IconSend } from '@tabler/icons-react'
import { useState } from 'react'
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

/** The letter as one recipient would get it, and a test to oneself. */
export const TemplatePreview = ({ letter }: { letter: WrittenLetter }) => {
  const t = useText('letter-template')
  const mayWrite = useMay('form', true)
  const [recipient, setRecipient] = useState<string>(example)
  const [width, setWidth] = useState<'desktop' | 'phone'>('desktop')
  const [scheme, setScheme] = useState<'light' | 'dark'>('light')
  const [settled] = useDebouncedValue(letter, settleMs)
  const people = useQuery(previewPeople(settled.letterTemplateType)).data?.recipients ?? []
  const chosen = people.some(({ id }) => id === recipient) ? recipient : example
  const isWhole = Contents.safeParse(settled.contents).success
  const shown = useQuery({
    ...letterPreview(settled, chosen === example ? null : chosen),
    enabled: isWhole,
    placeholderData: keepPreviousData,
  })
  const test = useMutation({
    mutationFn: sendTest,
    onSuccess: ({ to }) => toast.good(t('test.sent', { to })),
    onError: (error) => {
      const [first] = isCallError(error) ? Object.values(error.fields ?? {}) : []
      if (first !== undefined) toast.bad(first)
    },
  })
  const reasons = [
    ...Object.values(shown.data?.problems ?? {}),
    ...(isCallError(shown.error) ? Object.values(shown.error.fields ?? {}) : []),
  ]
  return (
    <section className={css.preview} aria-label={t('preview.title')} data-no-variables>
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
        <ul className={css.problems} role="status">
          {[...new Set(reasons)].map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      {shown.data && isWhole ? (
        <>
          <p>
            <span className="caption">{t('field.subject')}</span> <b>{shown.data.subject}</b>
          </p>
          <div className={css.stage}>
            <iframe
              className={css.frame}
              data-width={width}
              data-scheme={scheme}
              title={t('preview.frame')}
              // No scripts, no forms, no way out of the frame but a new tab.
              sandbox="allow-popups allow-popups-to-escape-sandbox"
              referrerPolicy="no-referrer"
              srcDoc={shown.data.html}
            />
          </div>
        </>
      ) : (
        <p className={css.none}>{t('preview.none')}</p>
      )}
      {mayWrite && (
        <div>
          <Button
            icon={<IconSend {...icon16} />}
            busy={test.isPending}
            disabled={!isWhole}
            onClick={() => test.mutate(settled)}
          >
            {t('test.send')}
          </Button>
        </div>
      )}
    </section>
  )
}
