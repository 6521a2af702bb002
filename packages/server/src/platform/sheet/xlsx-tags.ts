const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** What an attribute says, without XML's escapes and those of workbooks (`_x0041_`). */
const unescaped = (text: string): string =>
  text
    .replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex?: string, digits?: string, name = '') => {
      if (hex === undefined && digits === undefined) return entities[name] ?? whole
      const point = hex === undefined ? Number(digits) : Number.parseInt(hex, 16)
      return point <= 0x10ffff ? String.fromCodePoint(point) : whole
    })
    .replaceAll(/_x([0-9a-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

const attributes = String.raw`((?:\s+[\w:]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*`

/** Every tag of that name that opens an element or is one, whatever its prefix: prefix, attributes, the slash of an empty one. */
export const tagPattern = (name: string): RegExp => new RegExp(String.raw`<((?:\w+:)?)${name}${attributes}(/?)>`, 'g')

/** What the attributes of a tag say, by their names without a prefix. */
export const attributesOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    [...text.matchAll(/([\w:]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(([, name = '', double, single]) => [
      name.replace(/^\w+:/, ''),
      unescaped(double ?? single ?? ''),
    ]),
  )

/** The attributes of each tag of that name, in their order. */
export const tagsOf = (xml: string, name: string): ReadonlyMap<string, string>[] =>
  [...xml.matchAll(tagPattern(name))].map(([, , given = '']) => attributesOf(given))
