import { expect, test } from 'vitest'
import { useJourney } from './harness/journey.ts'

const { server, visitor } = useJourney()

const unescape = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? "'")

/** What a page's first answer says of itself, read without a browser. */
const headOf = async (path: string, language = 'zh-TW') => {
  const answer = await fetch(server().url + path, { headers: { 'accept-language': language } })
  const html = await answer.text()
  const metas = [...html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)">/g)]
  const links = [...html.matchAll(/<link ([^>]*)>/g)].map(([, attributes = '']) =>
    Object.fromEntries(
      [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
    ),
  )
  const [, json = 'null'] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? []
  return {
    html,
    status: answer.status,
    robots: answer.headers.get('x-robots-tag'),
    language: /<html lang="([^"]+)"/.exec(html)?.[1],
    title: unescape(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ''),
    meta: (name: string) => unescape(metas.find(([, each]) => each === name)?.[2] ?? ''),
    link: (rel: string, more: Record<string, string> = {}) =>
      links.find((each) => each['rel'] === rel && Object.entries(more).every(([name, value]) => each[name] === value)),
    structured: JSON.parse(json) as { '@graph': { '@type': string }[] } | null,
  }
}

const roomPath = async (): Promise<string> => {
  const { data } = (await (await fetch(`${server().url}/api/demo`)).json()) as { data: { roomUrl: string } }
  return `${/\/stream\/[\w-]+/.exec(data.roomUrl)?.[0]}/anonymous`
}

const bytesOf = async (url: string) => {
  const answer = await fetch(new URL(url, server().url))
  return { type: answer.headers.get('content-type'), head: Buffer.from(await answer.arrayBuffer()).subarray(0, 12) }
}

test('JOURNEY-62 Title, description, picture and language of every public page stand in its first answer', async () => {
  const pages = [
    ['/f/demo', 'Event', 'demo'],
    ['/s/chiri', 'Product', 'chiri'],
    [await roomPath(), 'Event', 'stream'],
  ] as const
  for (const [path, type] of pages) {
    const head = await headOf(path)
    expect([path, head.status, head.language]).toEqual([path, 200, 'zh-TW'])
    expect(head.title).toContain('器日')
    expect(head.meta('og:title')).toBe(head.title)
    expect(head.meta('description').length).toBeGreaterThan(10)
    expect([...head.meta('description')].length).toBeLessThanOrEqual(160)
    expect(head.meta('description')).not.toMatch(/[<>]/)
    expect(head.meta('theme-color')).toMatch(/^#[0-9a-f]{6}$/i)
    expect(head.meta('robots')).toBe('')
    expect(head.link('canonical')).toMatchObject({ href: server().url + path })
    expect(head.link('alternate', { hreflang: 'en' })).toMatchObject({ href: `${server().url}${path}?lng=en` })
    expect(head.structured?.['@graph'].map((each) => each['@type'])).toContain(type)
    const picture = await bytesOf(head.meta('og:image'))
    expect([path, picture.type, picture.head.toString('hex', 0, 3)]).toEqual([path, 'image/jpeg', 'ffd8ff'])
    const icon = await bytesOf(head.link('icon')?.['href'] ?? '')
    expect([path, icon.type]).toEqual([path, 'image/png'])
    const english = await headOf(`${path}?lng=en`)
    expect(english.language).toBe('en')
    expect(english.link('canonical')).toMatchObject({ href: `${server().url}${path}?lng=en` })
  }
})

test('JOURNEY-63 Pages with a key, and pages that are not there, stay out of search engines', async () => {
  const secret = await headOf(`/order/${'a'.repeat(43)}`)
  expect([secret.robots, secret.meta('robots')]).toEqual(['noindex', 'noindex'])
  for (const path of ['/f/no-such-form', '/s/no-such-page', '/stream/nosuchroom1/anonymous']) {
    const head = await headOf(path)
    expect([path, head.status, head.meta('robots'), head.link('canonical')]).toEqual([path, 404, 'noindex', undefined])
    expect(head.title.length).toBeGreaterThan(3)
  }
})

test('JOURNEY-64 The sitemap that robots.txt names lists the demo’s form, sales page and room', async () => {
  const robots = await (await fetch(`${server().url}/robots.txt`)).text()
  const [, address = ''] = /^Sitemap: (.*)$/m.exec(robots) ?? []
  const answer = await fetch(address)
  expect(answer.headers.get('content-type')).toContain('application/xml')
  const xml = await answer.text()
  for (const path of ['/f/demo', '/s/chiri', await roomPath()])
    expect(xml).toContain(`<loc>${server().url}${path}</loc>`)
})

const patience = { timeout: 60_000, interval: 200 }

test('JOURNEY-65 The head asks for the very picture that is shown, once; where it fails the kept one is shown', async () => {
  const { page, announce } = await visitor({ name: '訪客', shape: 'phone' })
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'image') asked.push(new URL(request.url()).pathname)
  })
  await page.goto('/f/demo')
  const poster = page.getByRole('main').locator('picture img').first()
  await expect.poll(() => poster.evaluate((image: HTMLImageElement) => image.naturalWidth), patience).toBeGreaterThan(0)
  const shown = await poster.evaluate((image: HTMLImageElement) => new URL(image.currentSrc).pathname)
  expect(shown).toMatch(/\/\d+\.avif$/)
  const [kept = ''] = shown.split(/(?<=\.webp)\//)
  expect(asked.filter((path) => path.startsWith(kept))).toEqual([shown])

  announce(/ERR_FAILED .*\.(avif|webp)/)
  await page.route(/\/\d+\.(avif|webp)$/, (route) => route.abort())
  await page.reload()
  const still = page.getByRole('main').locator(`img[src="${kept}"]`).first()
  await expect
    .poll(() => still.evaluate((image: HTMLImageElement) => image.currentSrc), patience)
    .toBe(server().url + kept)
  await expect.poll(() => still.evaluate((image: HTMLImageElement) => image.naturalWidth), patience).toBeGreaterThan(0)
})

test('JOURNEY-66 Nothing moves while a page of pictures loads, and data for search engines offends no policy', async () => {
  const { page } = await visitor({ name: '訪客', shape: 'phone' })
  await page.addInitScript(() => {
    Object.assign(window, { shifted: 0, refused: [] as string[] })
    document.addEventListener('securitypolicyviolation', (event) =>
      Reflect.get(window, 'refused').push(event.blockedURI),
    )
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Reflect.set(window, 'shifted', Reflect.get(window, 'shifted') + Reflect.get(entry, 'value'))
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const path of ['/f/demo', '/s/chiri']) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight }))
    const [shifted, refused] = await page.evaluate(() => [
      Reflect.get(window, 'shifted'),
      Reflect.get(window, 'refused'),
    ])
    // Part of a pixel is nothing that anybody sees.
    expect([path, Math.round(Number(shifted) * 1000), refused]).toEqual([path, 0, []])
  }
})
