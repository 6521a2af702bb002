import { IconCalendarEvent } from '@tabler/icons-react'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { RichTextView } from '../../lib/rich-text/rich-text-view.tsx'
import { icon14 } from '../../ui/icon-props.ts'
import { Avatar } from '../../ui/thumb.tsx'
import { splitContent } from './audience/lead-paragraph.ts'
import type { SignupFields } from './form-values.ts'
import { PreviewCountdown } from './preview-countdown.tsx'
import questionCss from './preview-question.module.css'
import { PreviewQuestion } from './preview-question.tsx'
import type { PreviewSession } from './preview-sessions.ts'
import css from './signup-preview.module.css'

/** A part of the page that shows one field. */
export type RenderPart = (field: keyof SignupFields, content: ReactNode) => ReactNode

export interface PreviewViewProps {
  readonly values: SignupFields
  readonly sessions: readonly PreviewSession[]
  readonly firm: { readonly name: string; readonly imgUrl: string }
  readonly renderPart: RenderPart
}

const ButtonTexts = ({ values, when }: { values: SignupFields; when: string | undefined }) => {
  const t = useText('signup')
  const f = useFormat()
  if (values.pageType === 'order')
    return t('preview.pay', { price: f.money({ amount: values.ticketInfo.price, currency: 'TWD' }) })
  return when === undefined ? t('preview.buttonPlain') : t('preview.button', { when })
}

/** The page before signing up. */
export const PreviewBefore = ({ values, sessions, firm, renderPart }: PreviewViewProps) => {
  const t = useText('signup')
  const f = useFormat()
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
        <p className={clsx('row-s', css.by)}>
          <Avatar src={firm.imgUrl} name={firm.name} size={24} />
          {firm.name}
        </p>
        {first && (
          <p className={css.at}>
            <IconCalendarEvent {...icon14} />
            {t('preview.online', { when: f.dayTime(first.beginAt) })}
          </p>
        )}
        {renderPart('signupTitle', <p className={css.title}>{values.signupTitle || t('preview.noTitle')}</p>)}
        {lead !== '' && renderPart('signupContent', <RichTextView html={lead} className={css.content} />)}
        {first &&
          renderPart(
            'signupCountdownTitle',
            <PreviewCountdown
              title={values.signupCountdownTitle || t('first.countdown')}
              beginAtMs={Date.parse(first.beginAt)}
            />,
          )}
        {renderPart(
          'sessionInfoList',
          <div className={css.sessions}>
            {sessions.length === 0 && <p className={css.empty}>{t('preview.noSession')}</p>}
            {sessions.map((session, index) => (
              <div key={session.key} className={css.session} data-chosen={index === 0}>
                <i className={clsx(questionCss.radio, css.radio)} />
                <span className={clsx('grow', css.when)}>
                  <b className="bold-line">{f.dayTime(session.beginAt)}</b>
                  <small>{session.title}</small>
                </span>
                {session.capacity !== null && (
                  <span className={css.left}>{t('preview.left', { count: session.capacity })}</span>
                )}
              </div>
            ))}
          </div>,
        )}
        {values.pageType === 'order' &&
          renderPart(
            'ticketInfo',
            <p className={questionCss.ticketLine}>
              <span>{values.ticketInfo.ticketName || t('ticket.name')}</span>
              <b>{f.money({ amount: values.ticketInfo.price, currency: 'TWD' })}</b>
            </p>,
          )}
        {rest !== '' && renderPart('signupContent', <RichTextView html={rest} className={css.content} />)}
        <div className={css.fields}>
          <span className={questionCss.box}>{t('preview.name')}</span>
          <span className={questionCss.box}>{t('preview.phone')}</span>
          <span className={questionCss.box}>{t('preview.email')}</span>
          {values.countyRequired &&
            renderPart('countyRequired', <span className={questionCss.box}>{t('preview.county')}</span>)}
        </div>
        {values.questionList.length > 0 &&
          renderPart(
            'questionList',
            <div className={css.questions}>
              {values.questionList.map((question) => (
                <PreviewQuestion key={question.id} question={question} />
              ))}
            </div>,
          )}
        {values.signupNotice !== '' && renderPart('signupNotice', <p className={css.notice}>{values.signupNotice}</p>)}
      </div>
      <div className={css.bar}>
        <span className={css.button}>
          <ButtonTexts values={values} when={first && f.dayTime(first.beginAt)} />
        </span>
      </div>
    </>
  )
}
