/**
 * The zone that audience pages are rendered in, on the server and at hydration alike. A page that wants the viewer's
 * own zone asks for it after it stands (`useViewerZone`).
 */
export const pageTimeZone = 'Asia/Taipei'
