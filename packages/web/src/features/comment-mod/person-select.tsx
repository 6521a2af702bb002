import { Select } from '@mantine/core'
import type { VirtualUser } from '@kaimai/contract/virtual-user/virtual-user.resource.ts'
import { clsx } from 'clsx'
import { useLabels } from '../../ui/labels.tsx'
import { Avatar } from '../../ui/thumb.tsx'
import css from './person-select.module.css'

/** Who speaks in a scripted comment: a virtual user's name and picture, kept with the comment. */
export interface Person {
  readonly userName: string
  readonly userImgId: string
}

interface PersonSelectProps {
  /** Accessible name; the select stands in a table or beside a field. */
  readonly label: string
  /** Undefined: whoever comes, which needs `anyoneLabel`. */
  readonly value: Person | undefined
  readonly onChange: (person: Person | undefined) => void
  readonly people: readonly VirtualUser[]
  readonly urlOf: (userImgId: string) => string
  readonly anyoneLabel?: string
  readonly plain?: boolean
  readonly invalid?: boolean
}

const anyone = 'anyone'
/** A person who is no virtual user of the firm (any more): the comment keeps the name. */
const stranger = 'stranger'

export const PersonSelect = (props: PersonSelectProps) => {
  const { label, value, onChange, people, urlOf, anyoneLabel, plain, invalid } = props
  const labels = useLabels()
  const known = value && people.find((each) => each.name === value.userName && each.userImgId === value.userImgId)
  const data = [
    ...(anyoneLabel === undefined ? [] : [{ value: anyone, label: anyoneLabel }]),
    ...(value && !known ? [{ value: stranger, label: value.userName }] : []),
    ...people.map(({ id, name }) => ({ value: id, label: name })),
  ]
  const pictureOf = (choice: string) =>
    choice === stranger ? urlOf(value?.userImgId ?? '') : (people.find(({ id }) => id === choice)?.userImgUrl ?? '')
  const choose = (choice: string | null) => {
    const person = people.find(({ id }) => id === choice)
    if (person) onChange({ userName: person.name, userImgId: person.userImgId })
    else if (choice === anyone) onChange(undefined)
  }
  return (
    <Select
      aria-label={label}
      classNames={{ input: plain ? (css.plain ?? '') : '' }}
      data={data}
      value={known?.id ?? (value ? stranger : anyone)}
      onChange={choose}
      allowDeselect={false}
      searchable={people.length > 8}
      nothingFoundMessage={labels.nothingFound}
      leftSection={
        value ? <Avatar src={urlOf(value.userImgId)} name={value.userName} size={24} simulated /> : undefined
      }
      leftSectionPointerEvents="none"
      withCheckIcon={false}
      {...(plain ? { rightSection: <span />, rightSectionWidth: 8 } : {})}
      comboboxProps={{ offset: 4, width: 240, position: 'bottom-start' }}
      renderOption={({ option }) => (
        <span className={clsx('row-s', css.option)}>
          {option.value !== anyone && <Avatar src={pictureOf(option.value)} name={option.label} size={24} simulated />}
          <span className="clip">{option.label}</span>
        </span>
      )}
      error={invalid ?? false}
    />
  )
}
