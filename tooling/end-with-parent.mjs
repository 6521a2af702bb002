// Loaded into the server by start.mjs (--import): it closes when npm, above it, has gone.
import { onParentGone } from './parent.mjs'

onParentGone(() => process.kill(process.pid, 'SIGTERM'))
