import type { Currency } from '@kaimai/contract/common/money.ts'
import { IconQrcode, IconShare } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useFormat, useText } from '../../../lib/i18n/use-text.tsx'
import { Action } from '../../../ui/audience/action.tsx'
import { CopyAction } from '../../../ui/audience/copy-action.tsx'
import { SelectField } from '../../../ui/audience-field.tsx'
import { icon20 } from '../../../ui/icon-props.ts'
import { QrCode } from '../../../ui/qr-code.tsx'
import { type LinkWithEffect, readLinks } from './partner-calls.ts'
import css from './partner-page.module.css'
import { Section, WhenLoaded } from './section.tsx'
import { useLoaded } from './use-loaded.ts'

/** Hands a text to the device's own sharing; nothing is shown where there is none. */
const ShareAction = ({ text, label }: { readonly text: string; readonly label: string }) => {
  if (!('share' in navigator)) return null
  // Put away by the person, or not allowed here: copying stands beside it.
  const share = () => void navigator.share({ text }).catch(() => undefined)
  return (
    <Action kind="quiet" icon={<IconShare {...icon20} />} onClick={share}>
      {label}
    </Action>
  )
}

/** Texts to post with the link. Each says that it is promotion, as the law asks of who is paid for it. */
const ShareTexts = ({ title, url }: { readonly title: string; readonly url: string }) => {
  const t = useText('partner')
  return (
    <details className={css.texts}>
      <summary>{t('links.texts')}</summary>
      <p className="small">{t('links.textsHelp')}</p>
      <ul className="stack-s">
        {(['invite', 'remind'] as const).map((name) => {
          const text = t(`links.text.${name}`, { title, url })
          return (
            <li key={name} className={css.text}>
              <p className="text-m break-words">{text}</p>
              <div className={css.actions}>
                <CopyAction kind="quiet" text={text} label={t('links.copyText')} done={t('links.copied')} />
                <ShareAction text={text} label={t('links.share')} />
              </div>
            </li>
          )
        })}
      </ul>
    </details>
  )
}

interface LinkPageProps {
  readonly pages: LinkWithEffect['link']['pages']
  readonly origin: string
}

/** Where the link leads, and the ways to hand it on. */
const LinkPage = ({ pages, origin }: LinkPageProps) => {
  const t = useText('partner')
  const qrId = useId()
  const [path, setPath] = useState(pages[0]?.path ?? '')
  const [isQrOpen, setQrOpen] = useState(false)
  const page = pages.find((each) => each.path === path) ?? pages[0]
  if (page === undefined) return <p className="small">{t('links.noPage')}</p>
  const url = new URL(page.path, origin).href
  return (
    <>
      {pages.length > 1 ? (
        <SelectField
          label={t('links.page')}
          value={page.path}
          onChoose={setPath}
          options={pages.map((each) => ({ value: each.path, label: each.title }))}
        />
      ) : (
        <p className="text-m break-words">{t('links.leadsTo', { title: page.title })}</p>
      )}
      <p className={css.url}>
        <a href={url}>{url}</a>
      </p>
      <div className={css.actions}>
        <CopyAction text={url} label={t('links.copy')} done={t('links.copied')} />
        <ShareAction text={url} label={t('links.share')} />
        <Action
          kind="quiet"
          icon={<IconQrcode {...icon20} />}
          aria-expanded={isQrOpen}
          aria-controls={isQrOpen ? qrId : undefined}
          onClick={() => setQrOpen(!isQrOpen)}
        >
          {t('links.qr')}
        </Action>
      </div>
      {isQrOpen && (
        <div id={qrId}>
          <QrCode value={url} label={t('links.qrOf', { title: page.title })} />
        </div>
      )}
      <ShareTexts title={page.title} url={url} />
    </>
  )
}

const LinkCard = ({
  link,
  effect,
  origin,
  currency,
}: LinkWithEffect & { readonly origin: string; readonly currency: Currency }) => {
  const t = useText('partner')
  const format = useFormat()
  const id = useId()
  const { name, code, rateKind, basisPoints, amount, endAt, pages } = link
  const rate =
    rateKind === 'percent'
      ? t('links.percent', { rate: format.percent((basisPoints ?? 0) / 10_000, 2) })
      : t('links.amount', { amount: format.money({ amount: amount ?? 0, currency }) })
  return (
    <li>
      <article className={css.link} aria-labelledby={id}>
        <h3 id={id} className="break-words">
          {name || code}
        </h3>
        <p className="small">
          {rate}
          {endAt !== null && <> · {t('links.until', { when: format.dateTime(endAt) })}</>}
        </p>
        <p className="text-m">
          {t('links.effect', {
            clicks: format.number(effect?.clicks ?? 0),
            signups: format.number(effect?.signups ?? 0),
            sales: format.money({ amount: effect?.sales ?? 0, currency }),
          })}
        </p>
        <LinkPage pages={pages} origin={origin} />
      </article>
    </li>
  )
}

/** The partner's links that earn now. */
export const LinkList = ({
  origin,
  currency,
  onSignedOut,
}: {
  readonly origin: string
  readonly currency: Currency
  readonly onSignedOut: () => void
}) => {
  const t = useText('partner')
  const links = useLoaded(readLinks, '', onSignedOut)
  return (
    <Section title={t('links.title')}>
      <WhenLoaded loaded={links} isEmpty={(all) => all.length === 0} empty={t('links.empty')}>
        {(all) => (
          <ul className={css.list}>
            {all.map((each) => (
              <LinkCard key={each.link.id} {...each} origin={origin} currency={currency} />
            ))}
          </ul>
        )}
      </WhenLoaded>
    </Section>
  )
}
