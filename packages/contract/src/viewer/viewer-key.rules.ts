/** Characters of the key of a personal link: base64url, 162 bits. */
export const viewerKeyLength = 27
