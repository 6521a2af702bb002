export interface Shot {
  readonly name: string
  readonly route: string
  readonly language: string
  readonly width: number
  /** Relative to the page; undefined: the page could not be drawn. */
  readonly file: string | undefined
  readonly findings: readonly string[]
}

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign)

const figure = ({ name, language, width, file, findings }: Shot): string => `
<figure${findings.length > 0 ? ' class="bad"' : ''} style="width: ${width > 400 ? 640 : 240}px">
  ${file === undefined ? '<p>no picture</p>' : `<a href="${file}"><img src="${file}" alt="${escaped(name)}" loading="lazy"></a>`}
  <figcaption>${language} · ${width}${findings.map((finding) => `<br>${escaped(finding)}`).join('')}</figcaption>
</figure>`

/** The pictures of a tour, a row for each screen. */
export const indexPage = (shots: readonly Shot[]): string => {
  const rows = [...new Set(shots.map(({ name }) => name))].map((name) => {
    const all = shots.filter((shot) => shot.name === name)
    return `<section id="${escaped(name)}"><h2>${escaped(name)} <small>${escaped(all[0]?.route ?? '')}</small></h2>${all.map(figure).join('')}</section>`
  })
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tour</title>
<style>
body { margin: 24px; font: 14px/20px system-ui, sans-serif; color: #16181d; background: #f6f7f9; }
section { white-space: nowrap; overflow-x: auto; }
h2 small { font-weight: normal; color: #5b6270; }
figure { display: inline-block; vertical-align: top; margin: 0 16px 16px 0; white-space: normal; }
img { width: 100%; max-height: 480px; object-fit: cover; object-position: top; border: 1px solid #d9dce3; border-radius: 8px; }
.bad img { border-color: #c8102e; }
.bad figcaption { color: #a00d25; }
</style>
<h1>${shots.length} pictures, ${shots.filter(({ findings }) => findings.length > 0).length} with findings</h1>
${rows.join('\n')}
</html>
`
}
