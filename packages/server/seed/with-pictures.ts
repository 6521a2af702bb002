const file = /src="seed\/([\w.-]+)"/g

/** A rich text of the demo with the addresses of its pictures, once those have one. */
export const withPictures = async (html: string, picture: (file: string) => Promise<string>): Promise<string> => {
  let written = html
  for (const [whole, name = ''] of html.matchAll(file)) written = written.replace(whole, `src="${await picture(name)}"`)
  return written
}
