import { basePathOf } from '#shared/paths.ts'

/** The base path of this visit, read once at the start. Every route and redirect is below it. */
export const basePath = basePathOf(location.pathname)
