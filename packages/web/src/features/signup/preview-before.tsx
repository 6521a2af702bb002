import { IconCalendarEvent } from '@tabler/icons-react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { Avatar } from '../../ui/thumb.tsx'
import { splitContent } from './audience/lead-paragraph.ts'
import type { SignupFields } from './form-values.ts'
import { PreviewCountdown } from './preview-countdown.tsx'
import { RichText } from './preview-rich-text.tsx'
import type { LiveToOffer } from './signup.api.ts'
import type { RenderPart } from './render-part.ts'
import css from './signup-preview.module.css'

export interface PreviewFaceProps {
  readonly values: SignupFields
  readonly lives: readonly LiveToOffer[]
  readonly firm: { readonly name: string; readonly imgUrl: string }
  readonly renderPart: RenderPart
}

/** Sessions with their lives, as far as these are still to come. */
export const sessionsOf = (values: SignupFields, lives: readonly LiveToOffer[]) =>
  values.sessionInfoList.flatMap((session) => {
    const live = lives.find(({ liveId }) => liveId === session.liveId)
    return live ? [{ ...session, title: session.title || live.liveName, live }] : []
  })

/** The page before signing up. */
export const PreviewBefore = ({ values, lives, firm, renderPart }: PreviewFaceProps) => {
  const t = useText('signup')
  const f = useFormat()
  const sessions = sessionsOf(values, lives)
  const [first] = sessions
  const { lead, rest } = splitContent(values.signupContent)
  const [poster] = values.posterInfoList
  return (
    <>
      {values.screenTopText !== '' && renderPart('screenTopText', <p className={css.strip}>{values.screenTopText}</p>)}
      {renderPart(
        'posterInfoList',
        poster === undefined ? (
          <div className={css.noPoster} />
        ) : (
          <div className={css.poster}>
            <img src={poster} alt="" />
            {values.posterInfoList.length > 1 && (
              <span className={css.dots}>
                {values.posterInfoList.map((url) => (
                  <i key={url} />
                ))}
              </span>
            )}
          </div>
        ),
      )}
      <div className={css.body}>
        <p className={css.by}>
          <Avatar src={firm.imgUrl} name={firm.name} size={24} />
          {firm.name}
        </p>
        {first && (
          <p className={css.at}>
            <IconCalendarEvent size={14} stroke={1.75} aria-hidden="true" />
            {t('preview.online', { when: f.dayTime(first.live.beginAt) })}
          </p>
        )}
        {renderPart('signupTitle', <p className={css.title}>{values.signupTitle || t('preview.noTitle')}</p>)}
        {lead !== '' && renderPart('signupContent', <RichText html={lead} />)}
        {first &&
          renderPart(
            'signupCountdownTitle',
            <PreviewCountdown
              title={values.signupCountdownTitle || t('first.countdown')}
              beginAtMs={Date.parse(first.live.beginAt)}
            />,
          )}
        {renderPart(
          'sessionInfoList',
          <div className={css.sessions}>
            {sessions.length === 0 && <p className={css.empty}>{t('preview.noSession')}</p>}
            {sessions.map((session, index) => (
              <div key={session.liveId} className={css.session} data-chosen={index === 0}>
                <i className={css.radio} />
                <span className={css.when}>
                  <b>{f.dayTime(session.live.beginAt)}</b>
                  <small>{session.title}</small>
                </span>
                {session.capacity !== null && (
                  <span className={css.left}>{t('preview.left', { count: session.capacity })}</span>
                )}
              </div>
            ))}
          </div>,
        )}
        {rest !== '' && renderPart('signupContent', <RichText html={rest} />)}
        <div className={css.fields}>
          <span>{t('preview.name')}</span>
          <span>{t('preview.phone')}</span>
          <span>{t('preview.email')}</span>
          {values.countyRequired && renderPart('countyRequired', <span>{t('preview.county')}</span>)}
        </div>
        {values.signupNotice !== '' && renderPart('signupNotice', <p className={css.notice}>{values.signupNotice}</p>)}
      </div>
      <div className={css.bar}>
        <span className={css.button}>
          {first ? t('preview.button', { when: f.dayTime(first.live.beginAt) }) : t('preview.buttonPlain')}
        </span>
      </div>
    </>
  )
}
