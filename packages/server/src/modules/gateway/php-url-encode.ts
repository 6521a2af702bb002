/** As PHP's `urlencode`: ECPay and NewebPay sign what it makes, not what `encodeURIComponent` does. */
export const phpUrlEncode = (text: string): string =>
  encodeURIComponent(text.toWellFormed())
    .replaceAll(/[!'()*~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+')

/** As PHP's `http_build_query`, in the order given. */
export const phpQuery = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${phpUrlEncode(name)}=${phpUrlEncode(value)}`)
    .join('&')
