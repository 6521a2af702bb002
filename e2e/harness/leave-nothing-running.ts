import { afterAll } from 'vitest'
import { killRunning } from './server.ts'

afterAll(killRunning)
