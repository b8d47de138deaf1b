import { basePathOf } from '#kit/paths.ts'

/** The base of this visit, read once at the start; every route and redirect stands below it. */
export const basePath = basePathOf(location.pathname)
