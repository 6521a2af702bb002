// The process in which pictures are made smaller; started by picture-process.ts.
import { lowerPriority } from '../low-priority.ts'
import type { PictureAnswer, PictureTask } from './picture-process.ts'

// Before anything that starts threads: they begin with the priority of the thread that makes them.
lowerPriority('process')
const { drawIcon, drawSmaller } = await import('./image.ts')

const draw = ({ bytes, request }: PictureTask) =>
  request.format === 'icon' ? drawIcon(bytes, request.side) : drawSmaller(bytes, request.width, request.format)

const answer = (message: PictureAnswer): void => void process.send?.(message)

process.on('message', (task: PictureTask) => {
  draw(task).then(
    (picture) => answer({ id: task.id, picture }),
    (error: unknown) => answer({ id: task.id, problem: String(error) }),
  )
})
// The server has ended, however it did.
process.on('disconnect', () => process.exit(0))
