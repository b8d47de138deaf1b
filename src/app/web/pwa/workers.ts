/** The browser's service workers; undefined where it has none: on plain http of another machine, in a private window. */
export const workers = (): ServiceWorkerContainer | undefined =>
  'serviceWorker' in navigator ? navigator.serviceWorker : undefined
