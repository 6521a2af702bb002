import { afterAll, beforeAll } from 'vitest'
import { patience, type TestFilms, testFilms } from './films.ts'

/** Films for the tests of a file, which are removed after them; `first` is made before any test runs. */
export const useFilms = (first?: (films: TestFilms) => Promise<unknown>): TestFilms => {
  // Filled before the first test.
  const films = {} as TestFilms
  beforeAll(async () => {
    Object.assign(films, await testFilms())
    await first?.(films)
  }, patience)
  afterAll(() => films.remove())
  return films
}
