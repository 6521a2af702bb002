/** The fields that differ from where the form began: all that is sent. */
export const changedOnly = <T extends object>(before: T, after: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => JSON.stringify(before[name as keyof T]) !== JSON.stringify(value)),
  ) as Partial<T>
