import { type RefObject, useEffect, useState } from 'react'
import { useLatest } from '../../../../lib/audience/use-latest.ts'
import { lackIn, type Section } from './sections.ts'
import type { Checkout } from './use-checkout.ts'

const none: ReadonlySet<Section> = new Set()

/** Where the hand goes next: into a section's fields, or back to its line. */
interface Goal {
  readonly section: Section
  readonly to: 'fields' | 'line'
}

/** A field that is wrong before one that is only there; what is chosen before what is not. */
const fieldIn = (fields: Element): HTMLElement | null =>
  fields.querySelector<HTMLElement>('[aria-invalid]') ??
  fields.querySelector<HTMLElement>('input:checked') ??
  fields.querySelector<HTMLElement>('input, select, button')

/**
 * Which sections are open. What lacks something that has to be typed is open from the start; a store is chosen from its
 * line. What was opened stays open until the buyer folds it or goes to another one: nothing closes under their fingers.
 */
export const useSections = (
  checkout: Pick<Checkout, 'isReady' | 'lacking' | 'errorsOf'>,
  body: RefObject<HTMLElement | null>,
  trySection: (section: Section) => void,
) => {
  const { isReady, lacking, errorsOf } = checkout
  const [opened, setOpened] = useState<ReadonlySet<Section>>()
  const [goal, setGoal] = useState<Goal>()
  const latest = useLatest(lacking)
  if (isReady && opened === undefined)
    setOpened(new Set(lacking.filter((section) => lackIn(section, errorsOf(section)) !== 'store')))

  useEffect(() => {
    if (!goal) return
    const part = body.current?.querySelector(`[data-section="${goal.section}"]`)
    const fields = part?.querySelector('[data-fields]')
    const target =
      goal.to === 'fields' && fields ? fieldIn(fields) : part?.querySelector<HTMLElement>('button[aria-expanded]')
    if (goal.to === 'fields') part?.scrollIntoView({ block: 'nearest' })
    target?.scrollIntoView({ block: goal.to === 'fields' ? 'center' : 'nearest' })
    target?.focus({ preventScroll: true })
  }, [goal, body])

  const open = (section: Section): void => {
    setOpened((before = none) => new Set([...[...before].filter((each) => latest.current.includes(each)), section]))
    setGoal({ section, to: 'fields' })
  }
  const fold = (section: Section): void => {
    setOpened((before = none) => new Set([...before].filter((each) => each !== section)))
    setGoal({ section, to: 'line' })
  }
  return {
    isOpen: (section: Section): boolean => opened?.has(section) ?? false,
    /** Opens it, shows what is missing in it, and brings that into hand. */
    goTo: (section: Section): void => {
      trySection(section)
      open(section)
    },
    /** What is filled in is folded; what lacks something says so and stays. */
    toggle: (section: Section): void => {
      if (!opened?.has(section)) return open(section)
      if (!lacking.includes(section)) return fold(section)
      trySection(section)
      setGoal({ section, to: 'fields' })
    },
    fold,
    /** Everything that lacks nothing is folded: it was filled in all at once. */
    foldFilled: (stillLacking: readonly Section[]): void =>
      setOpened((before = none) => new Set([...before].filter((each) => stillLacking.includes(each)))),
  }
}
