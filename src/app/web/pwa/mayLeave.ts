/**
 * True when nothing would be lost by a reload: no upload under way, nothing typed and not sent. Whoever would have the browser
 * ask before the page is left is asked here.
 */
export const mayLeave = (): boolean => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
