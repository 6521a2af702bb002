import { createServer } from 'node:http'
import { FileStore } from '@tus/file-store'
import { Server } from '@tus/server'

// The peer of bench/upload.ts: @tus/server with its file store, in a process of its own.
const tus = new Server({ path: '/files', datastore: new FileStore({ directory: process.argv[2] ?? '' }) })
const server = createServer((request, response) => void tus.handle(request, response))
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`${typeof address === 'object' && address ? address.port : 0}\n`)
})
