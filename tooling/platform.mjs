// Runs under whatever Node the machine has, so: no syntax newer than Node 14, or the refusal itself could not be read.

/** Node 26's own binaries need this glibc or a newer one. */
const oldestGlibc = [2, 28]
const oldestNode = 20

/** What this machine is, as far as it decides whether Kaimai runs here. */
export function machineFacts() {
  let glibc
  if (process.platform === 'linux') {
    process.report.excludeNetwork = true
    const report = process.report.getReport()
    glibc = (typeof report === 'string' ? JSON.parse(report) : report).header.glibcVersionRuntime
  }
  return { platform: process.platform, arch: process.arch, node: process.versions.node, glibc }
}

/** Says in words why Kaimai can't run on such a machine; undefined where it can. */
export function whyUnsupported({ platform, arch, node, glibc }) {
  if (Number(node.split('.')[0]) < oldestNode) {
    return `Kaimai needs Node ${oldestNode} or newer to start itself (this is Node ${node}). Get one from https://nodejs.org`
  }
  if (platform === 'win32') {
    return 'Kaimai does not run on Windows itself. In WSL 2 (Ubuntu) it does: https://learn.microsoft.com/windows/wsl'
  }
  if (platform !== 'linux' && platform !== 'darwin') {
    return `Kaimai runs on Linux and macOS; this machine is ${platform}.`
  }
  if (arch !== 'x64' && arch !== 'arm64') {
    return `Kaimai runs on x64 and arm64 processors; this one is ${arch}.`
  }
  if (platform === 'linux' && !glibc) {
    return (
      'Kaimai needs a Linux with glibc (Debian, Ubuntu, Fedora …). This one has another C library (musl, as in Alpine), ' +
      'for which Node and the database are not built. In a container, use an image such as node:22-slim.'
    )
  }
  if (platform === 'linux' && isOlder(glibc, oldestGlibc)) {
    return `Kaimai needs glibc ${oldestGlibc.join('.')} or newer; this Linux has ${glibc}. A newer release of it will do.`
  }
  return undefined
}

function isOlder(version, [major, minor]) {
  const [a, b] = version.split('.').map(Number)
  return a < major || (a === major && b < minor)
}

/** Ends the process with the reason where Kaimai can't run. */
export function refuseUnsupported() {
  const reason = whyUnsupported(machineFacts())
  if (reason === undefined) return
  console.error(reason)
  process.exit(1)
}
