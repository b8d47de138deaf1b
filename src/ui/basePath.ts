/** The part of the path under which the app was opened: `/web12/file-list` -> `/web12`, else empty (A§2). */
export const basePathOf = (pathname: string): string => /^\/web\d+(?=\/|$)/.exec(pathname)?.[0] ?? ''

/** The base of this visit, read once at the start; every route and redirect stands below it. */
export const basePath = basePathOf(location.pathname)
