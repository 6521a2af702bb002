import { formatPhone } from '@kaimai/contract/common/phone.ts'
import type { LiveUser } from '@kaimai/contract/viewer/viewer.routes.ts'
import { IconUser } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Link } from 'react-router'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { useMay } from '../../lib/session/use-session.tsx'
import { AutosavedText } from '../../ui/autosaved-text.tsx'
import { Button } from '../../ui/button.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { LoadedDrawer } from '../../ui/loaded-drawer.tsx'
import { Avatar } from '../../ui/thumb.tsx'
import css from './viewer-drawer.module.css'
import { changeLiveUserMemo, liveUserShown } from './viewer.api.ts'
import { ViewerChips } from './viewer-chips.tsx'

interface LiveUserDrawerProps {
  readonly id: string
  readonly mayWrite: boolean
  readonly onChanged: () => void
  readonly onClose: () => void
}

const memoMax = 2000

/** A viewer beside the list: visits, messages, orders. */
export const LiveUserDrawer = (props: LiveUserDrawerProps) => {
  const t = useText('viewer')
  const query = useQuery(liveUserShown(props.id))
  return (
    <LoadedDrawer
      query={query}
      title={({ name }) => name}
      loading={t('show.loading')}
      width={560}
      fields={5}
      onClose={props.onClose}
    >
      {(viewer) => <Viewer key={viewer.id} viewer={viewer} {...props} />}
    </LoadedDrawer>
  )
}

const Viewer = ({ viewer, mayWrite, onChanged }: LiveUserDrawerProps & { viewer: LiveUser }) => {
  const t = useText('viewer')
  const f = useFormat()
  const mayReadForms = useMay('form')
  const words = { typing: t('memo.typing'), saving: t('memo.saving'), saved: t('memo.saved'), failed: t('memo.failed') }
  const { phone, email, signupUserId, watchedSeconds, messages, orders, orderTotal, orderList } = viewer
  const currency = orderList[0]?.currency ?? 'TWD'
  return (
    <div className="stack-l">
      <div className={clsx('wrap', css.summary)}>
        <Avatar src={viewer.imgUrl} name={viewer.name} size={48} />
        <div className={css.who}>
          <p className={css.contacts}>
            {phone === '' && email === '' ? (
              <span className={css.quiet}>{t('show.noContact')}</span>
            ) : (
              [formatPhone(phone), email].filter((text) => text !== '').map((text) => <span key={text}>{text}</span>)
            )}
          </p>
          <p className={clsx('wrap', css.chips)}>
            <ViewerChips viewer={viewer} />
          </p>
        </div>
        {signupUserId !== null && mayReadForms && (
          <Button size="s" icon={<IconUser {...icon16} />} to={paths.manageFormUsers({ person: signupUserId })}>
            {t('show.person')}
          </Button>
        )}
      </div>
      <dl className={css.figures}>
        <div>
          <dt className="caption">{t('column.watched')}</dt>
          <dd>{f.duration(watchedSeconds)}</dd>
        </div>
        <div>
          <dt className="caption">{t('column.messages')}</dt>
          <dd>{f.number(messages)}</dd>
        </div>
        <div>
          <dt className="caption">{t('column.orders')}</dt>
          <dd>
            {f.number(orders)}
            {orders > 0 && <small>{f.money({ amount: orderTotal, currency })}</small>}
          </dd>
        </div>
      </dl>
      <AutosavedText
        label={t('column.memo')}
        value={viewer.memo}
        save={async (memo) => {
          await changeLiveUserMemo(viewer.id, memo)
          onChanged()
        }}
        words={words}
        placeholder={t('memo.placeholder')}
        max={memoMax}
        rows={2}
        disabled={!mayWrite}
      />
      <section>
        <h3 className="section-title">{t('section.orders')}</h3>
        {orderList.length === 0 ? (
          <p className={css.quiet}>{t('none.orders')}</p>
        ) : (
          <ul className={css.rows}>
            {orderList.map(({ id, orderNo, total, currency: of, createdAt }) => (
              <li key={id}>
                <Link to={paths.manageOrders({ order: id })}>{orderNo}</Link>
                <time dateTime={createdAt}>{f.near(createdAt)}</time>
                <b className="number">{f.money({ amount: total, currency: of })}</b>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section>
        <h3 className="section-title">{t('section.messages')}</h3>
        {viewer.lastMessages.length === 0 ? (
          <p className={css.quiet}>{t('none.messages')}</p>
        ) : (
          <ol className={css.messages}>
            {viewer.lastMessages.map(({ seq, roomMs, text, held }) => (
              <li key={seq}>
                <span className={css.clock}>{roomMs < 0 ? t('beforeBegin') : f.duration(roomMs / 1000)}</span>
                <span className="break-words">
                  {text}
                  {held && <small>{t('held')}</small>}
                </span>
              </li>
            ))}
          </ol>
        )}
      </section>
      <section>
        <h3 className="section-title">{t('section.visits')}</h3>
        {viewer.visits.length === 0 ? (
          <p className={css.quiet}>{t('none.visits')}</p>
        ) : (
          <ul className={css.visits}>
            {viewer.visits.map(({ from, to }) => (
              <li key={from}>
                <time dateTime={from}>{f.dayTime(from)}</time>–<time dateTime={to}>{f.time(to)}</time>
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  )
}
