// Fills in the demo firm that journeys, faults and benches copy, in the folder that npm test names.
import { readFile } from 'node:fs/promises'
import { fillFolder } from './harness/filled.ts'
import { filledFolder, isFilled } from './harness/server.ts'

const dataDir = process.env[filledFolder]
if (dataDir === undefined) throw new Error(`${filledFolder} names no folder`)
await fillFolder(dataDir)
const fault = await readFile(isFilled(dataDir), 'utf8')
if (fault !== '') throw new Error(fault)
