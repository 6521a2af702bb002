import { useSearchParams } from 'react-router'

/**
 * What stands open beside a list, by a parameter of its address (`?product=…`): it survives a reload and going back. `further`:
 * parameters that say how it is opened; they go with it.
 */
export const useOpened = (name: string, ...further: readonly string[]) => {
  const [params, setParams] = useSearchParams()
  const withOpened = (value: string | undefined): string => {
    const next = new URLSearchParams(params)
    for (const each of further) next.delete(each)
    if (value === undefined) next.delete(name)
    else next.set(name, value)
    return `?${next}`
  }
  return {
    opened: params.get(name) ?? undefined,
    /** The address of the list with this one open. */
    to: (value: string) => withOpened(value),
    open: (value: string) => setParams(withOpened(value)),
    close: () => setParams(withOpened(undefined), { replace: true }),
  }
}
