import { IconChevronDown } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useIsHydrated } from '../../../lib/audience/use-viewer.ts'
import { useLanguage, useText } from '../../../lib/i18n/use-text.tsx'
import { icon16 } from '../../../ui/icon-props.ts'
import css from './field.module.css'
import type { ControlAttributes } from './field.tsx'
import { countriesOf, homeCountry, nearCountries } from './phone-countries.ts'
import type { PhoneLibrary } from './phone-library.ts'

/** A country's calling code and a number; the countries' names come with the browser. */
export const PhoneField = ({
  attributes,
  library,
  onCountry,
}: {
  attributes: ControlAttributes
  library: PhoneLibrary | undefined
  onCountry: () => void
}) => {
  const t = useText('signup')
  const language = useLanguage()
  const isHydrated = useIsHydrated()
  const [country, setCountry] = useState(homeCountry)
  const countries = useMemo(() => countriesOf(library?.countries() ?? []), [library])
  const shown = isHydrated ? countries : nearCountries.slice(0, 1)
  const names = useMemo(() => new Intl.DisplayNames(language, { type: 'region' }), [language])
  const code = countries.find(([each]) => each === country)?.[1] ?? ''
  return (
    <>
      <span className={css.country}>
        <span>+{code}</span>
        <IconChevronDown {...icon16} />
        <select
          name="phoneCountry"
          aria-label={t('form.country')}
          autoComplete="tel-country-code"
          value={country}
          onChange={(event) => {
            setCountry(event.currentTarget.value)
            onCountry()
          }}
        >
          {shown.map(([each, callingCode]) => (
            <option key={each} value={each}>
              {isHydrated ? `${names.of(each) ?? each} +${callingCode}` : `+${callingCode}`}
            </option>
          ))}
        </select>
      </span>
      <input
        {...attributes}
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        required
        maxLength={250}
        placeholder={country === homeCountry ? '0912 345 678' : ''}
      />
    </>
  )
}
