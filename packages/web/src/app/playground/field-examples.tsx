import { useState } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { LabelledDate, LabelledDateTime } from '../../ui/date-time-field.tsx'
import {
  LabelledCheckbox,
  LabelledInput,
  LabelledMultiSelect,
  LabelledNumber,
  LabelledPassword,
  LabelledSelect,
  LabelledSwitch,
  LabelledTextarea,
} from '../../ui/field.tsx'
import { ToneSwatches } from '../../ui/tone-swatches.tsx'
import { firstTone } from '../../ui/tones.ts'
import css from './gallery.module.css'

export const FieldExamples = () => {
  const t = useText('app')
  const [text, setText] = useState('')
  const [address, setAddress] = useState('year-end-2026')
  const [password, setPassword] = useState('')
  const [price, setPrice] = useState<number | undefined>(1280)
  const [choice, setChoice] = useState<'video' | 'camera' | ''>('video')
  const [many, setMany] = useState<readonly ('video' | 'camera')[]>(['video'])
  const [on, setOn] = useState(true)
  const [when, setWhen] = useState('2026-11-21 20:00')
  const [day, setDay] = useState('')
  const [tone, setTone] = useState<string>(firstTone)
  const choices = [
    { value: 'video', label: t('nav.manageLive') },
    { value: 'camera', label: t('nav.manageLiveStream') },
  ] as const
  const label = t('playground.label')
  const help = t('playground.help')
  return (
    <div className={css.grid}>
      <LabelledInput
        label={label}
        value={text}
        onChange={setText}
        required
        max={40}
        description={help}
        tooltip={help}
      />
      <LabelledInput label={label} value={text} onChange={setText} error={t('playground.fault')} required />
      <LabelledInput
        label={label}
        value={address}
        onChange={setAddress}
        prefix="kaimai.tw/f/"
        good={t('playground.good')}
      />
      <LabelledInput label={label} value={address} onChange={setAddress} disabled optional />
      <LabelledPassword label={label} value={password} onChange={setPassword} autoComplete="new-password" />
      <LabelledTextarea label={label} value={text} onChange={setText} max={200} />
      <LabelledNumber label={label} value={price} onChange={setPrice} prefix="NT$" />
      <LabelledSelect label={label} value={choice} onChange={setChoice} choices={choices} clearable />
      <LabelledMultiSelect label={label} value={many} onChange={setMany} choices={choices} />
      <LabelledDateTime label={label} value={when} onChange={setWhen} clearable />
      <LabelledDate label={label} value={day} onChange={setDay} placeholder={help} />
      <LabelledSwitch label={label} value={on} onChange={setOn} description={help} />
      <LabelledCheckbox label={label} value={on} onChange={setOn} description={help} />
      <CopyField label={label} value="https://kaimai.tw/f/year-end-2026" />
      <ToneSwatches name="tone" label={label} value={tone} onChange={setTone} error={undefined} nameOf={(id) => id} />
    </div>
  )
}
