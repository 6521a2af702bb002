import { type FunnelStep, funnelSteps } from '@kaimai/contract/figure/figure.rules.ts'
import type { FigureRowsQuery, RowFigure } from '@kaimai/contract/figure/figure-rows.schema.ts'
import { type PersonList, personList } from './person-list.ts'
import { personsFrom } from './population-funnel.ts'
import { personsByLink, personsPresent, personsWho } from './population-people.ts'
import type { Population } from './population.ts'
import type { FigureScope } from './figure-scope.ts'

/** What rows are wanted. */
export type Wanted = Pick<
  FigureRowsQuery,
  | 'figure'
  | 'productId'
  | 'stayedMinutes'
  | 'source'
  | 'showing'
  | 'placed'
  | 'said'
  | 'second'
  | 'cohort'
  | 'month'
  | 'monthsLater'
>

const isStep = (figure: RowFigure): figure is FunnelStep => funnelSteps.some((step) => step === figure)

export const nobody = personList(new Int32Array())

/** The persons that a figure of a population is of. */
export const personsIn = (population: Population, scope: FigureScope, wanted: Wanted): PersonList => {
  const { figure, productId, stayedMinutes, source, second = 0 } = wanted
  const { association } = scope
  if (isStep(figure)) return personsFrom(population, stayedMinutes * 60_000, figure, { association, source })
  switch (figure) {
    case 'signups':
      return personsWho(population, 'signedUp')
    case 'attendees':
      return personsWho(population, 'joined')
    case 'associationSignups':
      return personsByLink(population, 'signedUp', association)
    case 'associationAttendees':
      return personsByLink(population, 'joined', association)
    case 'productClicked':
      return personsWho(population, 'clicked', productId)
    case 'productCarted':
      return personsWho(population, 'carted', productId)
    case 'productPlusOne':
      return personsWho(population, 'plusOne', productId)
    case 'present':
      return personsPresent(population, second)
    default:
      return nobody
  }
}
