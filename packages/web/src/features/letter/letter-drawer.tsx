import type { Answer } from '@kaimai/contract/common/route.ts'
import type { letterRoutes } from '@kaimai/contract/letter/letter.routes.ts'
import { useQuery } from '@tanstack/react-query'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { Drawer } from '../../ui/modal.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { SkeletonForm } from '../../ui/skeleton.tsx'
import css from './letter-drawer.module.css'
import { LetterStateChip } from './letter-state.tsx'
import { frameDocument, letterTypeText, partsOf, transportText } from './letter-labels.ts'
import { letterShown } from './letter.api.ts'

type Letter = Answer<typeof letterRoutes.show>

/** A letter as it was sent, beside the log. */
export const LetterDrawer = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const t = useText('letter')
  const { data, error, isError, refetch } = useQuery(letterShown(id))
  const title = data ? data.subject || letterTypeText(t, data.letterTemplateType) : t('show.loading')
  return (
    <Drawer open onClose={onClose} title={title} width={720}>
      {data ? (
        <LetterShown letter={data} />
      ) : isError ? (
        <ErrorState title={error.message} onRetry={() => void refetch()} />
      ) : (
        <SkeletonForm fields={4} />
      )}
    </Drawer>
  )
}

const LetterShown = ({ letter }: { letter: Letter }) => {
  const t = useText('letter')
  const f = useFormat()
  const { channel, toName, to, state, transport, createdAt, sentAt, problem, html, text, letterTemplateType } = letter
  const [face, setView] = useState<'html' | 'text'>(html === '' ? 'text' : 'html')
  return (
    <div className={css.letter}>
      <dl className={css.facts}>
        <div>
          <dt>{t('column.to')}</dt>
          <dd>
            {toName} {to !== '' && <span className={css.address}>{to}</span>}
          </dd>
        </div>
        <div>
          <dt>{t('column.type')}</dt>
          <dd>
            {t(`channel.${channel}`)}・{letterTypeText(t, letterTemplateType)}
          </dd>
        </div>
        <div>
          <dt>{t('column.time')}</dt>
          <dd>
            <time dateTime={sentAt ?? createdAt}>{f.dateTime(sentAt ?? createdAt)}</time>
          </dd>
        </div>
        <div>
          <dt>{t('column.state')}</dt>
          <dd className="wrap">
            <LetterStateChip state={state} transport={transport} />
            {transport !== '' && <span className={css.address}>{transportText(t, transport)}</span>}
          </dd>
        </div>
      </dl>
      {problem !== '' && (
        <p className={css.problem}>
          <IconAlertTriangle {...icon16} />
          <span>{problem}</span>
        </p>
      )}
      {html !== '' && (
        <div className={css.faces}>
          <Segmented
            label={t('show.face')}
            value={face}
            onChange={setView}
            options={[
              { value: 'html', label: t('show.html') },
              { value: 'text', label: t('show.text') },
            ]}
          />
        </div>
      )}
      {face === 'html' ? (
        <iframe
          className={css.frame}
          title={t('show.frame')}
          // No scripts, no forms, no way out of the frame but a new tab.
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          referrerPolicy="no-referrer"
          srcDoc={frameDocument(html)}
        />
      ) : (
        <p className={css.text}>
          {partsOf(text).map((part) =>
            part.isLink ? (
              <a key={part.at} href={part.text} target="_blank" rel="noreferrer">
                {part.text}
              </a>
            ) : (
              part.text
            ),
          )}
        </p>
      )}
    </div>
  )
}
