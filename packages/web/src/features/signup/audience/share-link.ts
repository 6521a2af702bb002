/** LINE's page (or app) that sends a text to somebody, or keeps it. */
export const lineShareUrl = (text: string): string => `https://line.me/R/share?text=${encodeURIComponent(text)}`
