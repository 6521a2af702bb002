import { Popover } from '@mantine/core'
import { IconAlertTriangle, IconClock, IconMessage } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { type ReactNode, useEffect, useState } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { useFirm, useMay } from '../../lib/session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { toast } from '../../ui/toast.tsx'
import { consoleKeyPrefix } from '../../lib/session/stored-auth.ts'
import { balanceOf, dayOf, isNotedToday, secondsLeft } from './balance-state.ts'
import css from './top-bar.module.css'

/** The most hours that this browser has seen a firm with, in seconds. */
const mostKey = `${consoleKeyPrefix}hours-most`

const announcedKey = `${consoleKeyPrefix}hours-expiry-told`

/** Remaining hours and SMS points; each opens what it means and where to top up. */
export const BalanceIndicator = ({ stacked }: { stacked?: boolean }) => {
  const t = useText('app')
  const f = useFormat()
  const firm = useFirm()
  const [nowMs] = useState(() => Date.now())
  const [mostSeconds] = useState(() => {
    const key = `${mostKey}.${firm.firmId}`
    const most = Math.max(Number(localStorage.getItem(key) ?? 0), secondsLeft(firm) ?? 0)
    localStorage.setItem(key, String(most))
    return most
  })
  const balance = balanceOf(firm, nowMs, mostSeconds)
  const hours = balance.hours
    ? t('balance.time', {
        hours: f.number(balance.hours.hours),
        minutes: balance.hours.minutes,
        seconds: balance.hours.seconds,
      })
    : '---'
  useEffect(() => {
    if (!balance.expiresSoon || isNotedToday(localStorage.getItem(announcedKey), nowMs)) return
    localStorage.setItem(announcedKey, dayOf(nowMs))
    toast.warn(t('balance.expiresSoon'), { id: 'hours-expiry' })
  }, [balance.expiresSoon, nowMs, t])
  return (
    <div className={clsx(css.balance, stacked && css.stacked)}>
      <Entry
        icon={<IconClock {...icon16} />}
        label={t('balance.hours')}
        value={hours}
        low={balance.hoursLow && t(`balance.hoursLow.${balance.hoursLow}`)}
      >
        <p>{t('balance.hoursMeaning')}</p>
        {firm.liveHoursExpireDate !== null && (
          <p className={css.meta}>{t('balance.expiry', { date: f.date(firm.liveHoursExpireDate) })}</p>
        )}
        {firm.isDemo && <p className={css.meta}>{t('balance.demo')}</p>}
      </Entry>
      {balance.points !== undefined && (
        <Entry
          icon={<IconMessage {...icon16} />}
          label={t('balance.points')}
          value={t('balance.pointCount', { points: f.number(balance.points, 1) })}
          low={balance.pointsLow ? t('balance.pointsLow') : undefined}
        >
          <p>{t('balance.pointsMeaning')}</p>
        </Entry>
      )}
    </div>
  )
}

interface EntryProps {
  readonly icon: ReactNode
  readonly label: string
  readonly value: string
  readonly low: string | undefined
  readonly children: ReactNode
}

const Entry = ({ icon, label, value, low, children }: EntryProps) => {
  const t = useText('app')
  const maySet = useMay('setting')
  return (
    <Popover position="bottom-end" shadow="none" trapFocus returnFocus>
      <Popover.Target>
        <button type="button" data-low={low !== undefined}>
          {low === undefined ? icon : <IconAlertTriangle {...icon16} />}
          <span>{label}</span> <strong className="strong">{value}</strong>
          {low !== undefined && <span className="sr-only">{low}</span>}
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={css.note}>
          {low !== undefined && <p className={css.low}>{low}</p>}
          {children}
          {maySet && (
            <Button size="s" to={paths.brandSetting({ section: 'balance' })}>
              {t('balance.topUp')}
            </Button>
          )}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
