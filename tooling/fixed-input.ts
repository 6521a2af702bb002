// One commit, one answer: what tests draw at random is the same in each run. `npm run explore` draws anew.
import fc from 'fast-check'
import { seededRandom, testSeed } from '../packages/server/test/seed.ts'

fc.configureGlobal({ seed: testSeed })
// Of the code under test as well as of the tests; each file begins with the same row of numbers.
Math.random = seededRandom(testSeed)
