import type { BlockDetail } from '@kaimai/contract/block/block.routes.ts'
import { useQuery } from '@tanstack/react-query'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { TimeText } from '../../ui/figure.tsx'
import { Drawer } from '../../ui/modal.tsx'
import { SkeletonForm } from '../../ui/skeleton.tsx'
import { Avatar } from '../../ui/thumb.tsx'
import { BlockChip } from './block-person.tsx'
import css from './block-drawer.module.css'
import { blockShown } from './block.api.ts'
import { nameOf, useBlockActions } from './use-block-actions.tsx'

/** A block beside the list: who, why, by whom, and what the person said. */
export const BlockDrawer = (props: { id: string; readOnly: boolean; onClose: () => void }) => {
  const t = useText('block')
  const actions = useBlockActions()
  const { data, error, isError, refetch } = useQuery(blockShown(props.id))
  const buttons = data && !props.readOnly && (
    <div className={css.footer}>
      {data.state !== 'permanent' && (
        <Button kind="danger" onClick={() => void actions.askPermanent(data)} disabled={actions.busy}>
          {t('action.permanent')}
        </Button>
      )}
      <span className={css.space} />
      {data.state === 'cancelled' ? (
        <Button onClick={() => actions.again(data)} busy={actions.busy}>
          {t('action.again')}
        </Button>
      ) : (
        <Button kind="primary" onClick={() => actions.cancel(data)} busy={actions.busy}>
          {t('action.cancel')}
        </Button>
      )}
    </div>
  )
  return (
    <Drawer
      open
      onClose={props.onClose}
      title={data ? nameOf(t, data) : t('show.loading')}
      width={520}
      footer={buttons || undefined}
    >
      {data ? (
        <Details block={data} />
      ) : isError ? (
        <ErrorState title={error.message} onRetry={() => void refetch()} />
      ) : (
        <SkeletonForm fields={5} />
      )}
    </Drawer>
  )
}

const Details = ({ block }: { block: BlockDetail }) => {
  const t = useText('block')
  const f = useFormat()
  const { state, liveId, liveName, fromLiveId, fromLiveName, phone, email, hasDevice, reason, said } = block
  const facts: readonly (readonly [string, string])[] = [
    [t('column.scope'), liveId === null ? t('scope.allLong') : t('scope.oneLong', { live: liveName })],
    ...(fromLiveId !== null && liveId === null ? [[t('show.from'), fromLiveName] as const] : []),
    [t('column.reason'), reason || t('show.noReason')],
    [t('show.phone'), phone || '—'],
    [t('show.email'), email || '—'],
    [t('show.device'), t(hasDevice ? 'show.deviceYes' : 'show.deviceNo')],
  ]
  return (
    <div className={css.details}>
      <div className={css.head}>
        <Avatar name={nameOf(t, block)} size={44} />
        <div>
          <BlockChip state={state} />
          <p className={css.means}>{t(`means.${state}`)}</p>
        </div>
      </div>
      <section>
        <h3>{t('section.facts')}</h3>
        <dl className={css.facts}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section>
        <h3>{t('section.history')}</h3>
        <History block={block} />
      </section>
      <section>
        <h3>
          {t('section.said')}
          {said.length > 0 && <span className="caption">{f.number(said.length)}</span>}
        </h3>
        {said.length === 0 ? (
          <p className={css.quiet}>{t('show.saidNothing')}</p>
        ) : (
          <ul className={css.said}>
            {said.map(({ text, at, liveName: where }, index) => (
              // oxlint-disable-next-line react/no-array-index-key
              <li key={`${at}-${index}`}>
                <p>{text}</p>
                <p className={css.when}>
                  <TimeText iso={at}>{f.near(at)}</TimeText>
                  <span>{where}</span>
                </p>
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  )
}

/** Each step with its time and who took it, the newest last. */
const History = ({ block }: { block: BlockDetail }) => {
  const t = useText('block')
  const f = useFormat()
  const steps = [
    { what: 'made', at: block.createdAt, by: block.byName },
    { what: 'permanent', at: block.permanentAt, by: block.permanentByName },
    { what: 'cancelled', at: block.cancelledAt, by: block.cancelledByName },
  ].flatMap(({ what, at, by }) => (at === null ? [] : [{ what, at, by }]))
  return (
    <ol className={css.history}>
      {steps
        .toSorted((a, b) => (a.at < b.at ? -1 : 1))
        .map(({ what, at, by }) => (
          <li key={what} data-tone={what}>
            <p>{t(`history.${what}`)}</p>
            <p className={css.when}>
              <TimeText iso={at}>{f.near(at)}</TimeText>
              {by !== '' && <span>{by}</span>}
            </p>
          </li>
        ))}
    </ol>
  )
}
