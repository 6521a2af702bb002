import { parentPort } from 'node:worker_threads'
import { readFile, type ReadTask } from './read-file.ts'

const port = parentPort
if (!port) throw new Error('sheet-worker runs in a thread')

const read = async (task: ReadTask): Promise<void> => port.postMessage(await readFile(task))

port.on('message', (task: ReadTask) => void read(task))
