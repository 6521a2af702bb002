import { drawWinners, giveawayAt, newestGiveaway } from '@kaimai/contract/room/giveaway.rules.ts'
import { giveawayLimits } from '@kaimai/contract/room/giveaway.schema.ts'
import { IconDownload, IconGift } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { LabelledInput } from '../../ui/field.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { drawGiveaway, loadGiveaways, openGiveaway } from '../room/room.api.ts'
import { roomTime } from './person-style.ts'
import { SpotDialog, StandingRow } from './standing-row.tsx'
import own from './standing.module.css'
import { SecondsChoice } from './seconds-choice.tsx'
import { useControlRoom, useControlRoomView } from './use-control-room.tsx'

/** As a spreadsheet reads it: what begins like a formula is text. */
const cellOf = (text: string): string => `"${text.replace(/^[=+\-@]/, "'$&").replaceAll('"', '""')}"`

/** Who took part with the number that the draw gave each, in the order of the draw. */
const entrantsFile = async (liveId: string, giveaway: string): Promise<string | undefined> => {
  const { items } = await loadGiveaways(liveId)
  const found = items.find((each) => each.giveaway === giveaway)
  if (found === undefined) return undefined
  const { commitment, seed, digest, entrants, winners } = found
  const names = new Map(entrants.map(({ userId, name }) => [userId, name]))
  const { order } = await drawWinners(seed, [...names.keys()], winners)
  const lines = [
    ['commitment', commitment],
    ['seed', seed],
    ['digest', digest],
    [],
    ['place', 'publicId', 'name', 'hmac', 'won'],
    ...order.map(({ userId, number }, at) => [
      String(at + 1),
      userId,
      names.get(userId) ?? '',
      number,
      at < winners ? '1' : '',
    ]),
  ]
  return `\uFEFF${lines.map((line) => line.map(cellOf).join(',')).join('\r\n')}`
}

const save = (text: string, name: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

/** The giveaway that viewers see with who takes part so far, whoever opened it, and the ways to draw it or to open another. */
export const StandingGiveaway = ({ isOpen, sinceMs }: { isOpen: boolean; sinceMs: number }) => {
  const t = useText('control-room')
  const f = useFormat()
  const { liveId, controlRoom } = useControlRoom()
  const { state } = useControlRoomView()
  const [isMaking, setMaking] = useState(false)
  const draw = useMutation({ mutationFn: () => drawGiveaway(liveId) })
  const download = useMutation({
    mutationFn: async (giveaway: string) => {
      const text = await entrantsFile(liveId, giveaway)
      if (text !== undefined) save(text, `giveaway-${giveaway.slice(0, 8)}.csv`)
    },
  })
  const mayRun = controlRoom.may.run && isOpen
  const newest = newestGiveaway(state.room.giveaways)
  const standing = giveawayAt(newest, state.room.entrants, sinceMs)
  const drawn = newest?.drawn
  if (!isOpen || (!mayRun && standing === undefined)) return null
  return (
    <>
      <StandingRow
        icon={<IconGift {...icon16} />}
        text={
          standing &&
          (standing.isOpen
            ? t('spotGift.left', {
                time: roomTime(standing.opened.untilMs - sinceMs),
                count: standing.entrants,
                number: f.number(standing.entrants),
              })
            : t(standing.drawn ? 'spotGift.over' : 'spotGift.drawing'))
        }
        none={t('spotGift.none')}
        end={
          mayRun && standing?.isOpen === true
            ? { label: t('spotGift.draw'), busy: draw.isPending, onEnd: () => draw.mutate() }
            : undefined
        }
        make={
          mayRun ? { label: t('spotGift.make'), title: t('spotGift.title'), onMake: () => setMaking(true) } : undefined
        }
      />
      {standing !== undefined && standing.drawn === undefined && (
        <p className={own.asked}>{t('spotGift.asked', { prize: standing.opened.prize, word: standing.opened.word })}</p>
      )}
      {newest !== undefined && drawn !== undefined && (
        <div className={own.drawn}>
          <p>
            <b>{newest.opened.prize}</b>{' '}
            {drawn.winners.length === 0
              ? t('spotGift.nobody')
              : t('spotGift.winners', {
                  names: drawn.winners.map(({ name }) => name).join('、'),
                  count: drawn.entrants,
                  number: f.number(drawn.entrants),
                })}
          </p>
          <details>
            <summary>{t('spotGift.check')}</summary>
            <dl>
              <dt>{t('spotGift.commitment')}</dt>
              <dd>{newest.opened.commitment}</dd>
              <dt>{t('spotGift.seed')}</dt>
              <dd>{drawn.seed}</dd>
            </dl>
            {drawn.entrants > 0 && (
              <Button
                size="s"
                icon={<IconDownload {...icon16} />}
                busy={download.isPending}
                onClick={() => download.mutate(newest.opened.giveaway)}
              >
                {t('spotGift.download')}
              </Button>
            )}
          </details>
        </div>
      )}
      {isMaking && <GiveawayDialog replaces={standing?.isOpen === true} onClose={() => setMaking(false)} />}
    </>
  )
}

const GiveawayDialog = ({ replaces, onClose }: { replaces: boolean; onClose: () => void }) => {
  const t = useText('control-room')
  const { liveId } = useControlRoom()
  const [prize, setPrize] = useState('')
  const [word, setWord] = useState('')
  const [winners, setWinners] = useState('1')
  const [seconds, setSeconds] = useState<number>(60)
  const count = Number(winners)
  const isCount = Number.isInteger(count) && count >= 1 && count <= giveawayLimits.maxWinners
  const isReady = prize.trim() !== '' && word.trim() !== '' && isCount
  const open = useMutation({
    mutationFn: () => openGiveaway(liveId, { prize: prize.trim(), word: word.trim(), winners: count, seconds }),
    onSuccess: onClose,
  })
  const send = () => {
    if (isReady && !open.isPending) open.mutate()
  }
  return (
    <SpotDialog
      title={t('spotGift.title')}
      send={t('spotGift.send')}
      isReady={isReady}
      busy={open.isPending}
      onSend={send}
      onClose={onClose}
    >
      <LabelledInput
        label={t('spotGift.prize')}
        placeholder={t('spotGift.prizeHint')}
        description={replaces ? t('spotGift.replaces') : undefined}
        value={prize}
        onChange={setPrize}
        max={giveawayLimits.prizeCharacters}
        required
        autoFocus
      />
      <LabelledInput
        label={t('spotGift.word')}
        placeholder={t('spotGift.wordHint')}
        description={t('spotGift.wordHelp')}
        value={word}
        onChange={setWord}
        max={giveawayLimits.wordCharacters}
        required
      />
      <LabelledInput
        label={t('spotGift.count')}
        value={winners}
        onChange={setWinners}
        inputMode="numeric"
        error={isCount ? undefined : t('spotGift.badCount', { max: giveawayLimits.maxWinners })}
        required
      />
      <SecondsChoice label={t('spotGift.length')} name="gift-seconds" value={seconds} onChange={setSeconds} />
    </SpotDialog>
  )
}
