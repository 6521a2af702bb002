import type { ComponentProps } from 'react'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { Stepper as PlainStepper } from '../../../../ui/audience/stepper.tsx'

/** How many of something are in the cart; zero takes it out. */
export const Stepper = ({
  name,
  ...rest
}: Omit<ComponentProps<typeof PlainStepper>, 'labels'> & {
  /** Of what, for screen readers. */
  readonly name: string
}) => {
  const t = useText('room')
  return (
    <PlainStepper
      labels={{
        group: t('shop.quantityOf', { name }),
        fewer: t('shop.fewer', { name }),
        more: t('shop.more', { name }),
      }}
      {...rest}
    />
  )
}
