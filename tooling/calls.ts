// node tooling/calls.ts: prints every call by service, with who may call it, from the contract's own descriptions.
import { routeTables } from '../packages/contract/src/all-routes.ts'
import { levelOf, pathOf, type Route, services, type Service } from '../packages/contract/src/common/route.ts'
import { plannedCalls } from '../packages/contract/src/planned-calls.ts'

const accessOf = (route: Route): string => {
  const { access } = route
  if (access.kind === 'firm')
    return access.resource === undefined ? 'a member' : `a member: ${access.resource} ${levelOf(route)}`
  return access.kind === 'grant' ? `grant ${access.action}` : access.kind
}

const titles: Readonly<Record<Service, string>> = {
  console: 'Main back end',
  room: 'Live-room service',
  purchase: 'Purchase service',
}

const callsText = (): string => {
  const all = Object.values(routeTables).flatMap((table) => Object.values(table))
  const sections = (Object.keys(services) as Service[]).map((service) => {
    const rows = all
      .filter((route) => route.service === service)
      .map((route) => {
        const again = route.method === 'GET' ? 'reads' : route.idempotency ? `key ${route.idempotency}` : ''
        const note = route.added ? ' *(added)*' : ''
        return `| \`${route.method} ${pathOf(route)}\` | ${route.summary}${note} | ${accessOf(route)} | ${again} |`
      })
    return `## ${titles[service]}\n\n| Call | What it does | Who | Repeating it |\n|---|---|---|---|\n${rows.join('\n')}`
  })
  const later = [...Map.groupBy(plannedCalls, ({ part }) => part)].map(
    ([part, calls]) =>
      `- **${part}**: ${calls.map(({ call }) => `\`${call.split(' ').slice(1).join(' ')}\``).join(', ')}`,
  )
  return `# Calls\n\nBodies and answers are in each service's OpenAPI document.\n\n${sections.join('\n\n')}\n\n## Still to come\n\n${later.join('\n')}\n`
}

process.stdout.write(callsText())
