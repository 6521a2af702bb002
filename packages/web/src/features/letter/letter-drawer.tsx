import type { Answer } from '@kaimai/contract/common/route.ts'
import type { letterRoutes } from '@kaimai/contract/letter/letter.routes.ts'
import { useQuery } from '@tanstack/react-query'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { Fact, Facts } from '../../ui/details.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { LoadedDrawer } from '../../ui/loaded-drawer.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import css from './letter-drawer.module.css'
import { LetterStateChip } from './letter-state.tsx'
import { frameDocument, letterTypeText, partsOf, transportText } from './letter-labels.ts'
import { letterShown } from './letter.api.ts'
import { SettleLetter } from './settle-letter.tsx'

type Letter = Answer<typeof letterRoutes.show>

/** A letter as it was sent, beside the log. */
export const LetterDrawer = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const t = useText('letter')
  const query = useQuery(letterShown(id))
  return (
    <LoadedDrawer
      query={query}
      // What a text message says is no title: it stands below, whole.
      title={({ channel, subject, letterTemplateType }) =>
        channel === 'sms' || subject === '' ? letterTypeText(t, letterTemplateType) : subject
      }
      loading={t('show.loading')}
      width={720}
      fields={4}
      onClose={onClose}
    >
      {(letter) => <LetterShown letter={letter} />}
    </LoadedDrawer>
  )
}

const LetterShown = ({ letter }: { letter: Letter }) => {
  const t = useText('letter')
  const f = useFormat()
  const { channel, toName, to, state, transport, createdAt, sentAt, problem, html, text, history, letterTemplateType } =
    letter
  const [view, setView] = useState<'html' | 'text'>(html === '' ? 'text' : 'html')
  return (
    <div className={css.letter}>
      <Facts>
        <Fact label={t('column.to')}>
          {toName} {to !== '' && <span className={css.address}>{to}</span>}
        </Fact>
        <Fact label={t('column.type')}>
          {t(`channel.${channel}`)}・{letterTypeText(t, letterTemplateType)}
        </Fact>
        <Fact label={t('column.time')}>
          <time dateTime={sentAt ?? createdAt}>{f.dateTime(sentAt ?? createdAt)}</time>
        </Fact>
        <Fact label={t('column.state')}>
          <span className="wrap">
            <LetterStateChip state={state} transport={transport} />
            {transport !== '' && <span className={css.address}>{transportText(t, transport)}</span>}
          </span>
        </Fact>
        <Fact label={t('show.history')}>
          <ol className="stack-xs">
            {history.map(({ what, at, count, problem: why }) => (
              <li key={what + at}>
                {t(`history.${what}`)}
                {count > 1 && t('show.times', { number: f.number(count) })}{' '}
                <time className={css.address} dateTime={at}>
                  {f.dateTime(at)}
                </time>
                {why !== '' && <p className={css.address}>{why}</p>}
              </li>
            ))}
          </ol>
        </Fact>
      </Facts>
      {state === 'unknown' && <SettleLetter letter={letter} />}
      {problem !== '' && (
        <p className={css.problem}>
          <IconAlertTriangle className="icon-down-2" {...icon16} />
          <span>{problem}</span>
        </p>
      )}
      {html !== '' && (
        <div className={css.views}>
          <Segmented
            label={t('show.face')}
            value={view}
            onChange={setView}
            options={[
              { value: 'html', label: t('show.html') },
              { value: 'text', label: t('show.text') },
            ]}
          />
        </div>
      )}
      {view === 'html' ? (
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
