import { basePathOf, safeReturnPath } from '#shared/paths.ts'

/**
 * Returns the path to open after sign-in: the requested page without its base path, since the app runs under every base path.
 * Returns the path of the home page for a URL of another origin.
 */
export function getReturnPath(fromUrl: string | undefined, origin: string): string {
  const path = safeReturnPath(fromUrl, origin)
  const pathBelowBase = path.slice(basePathOf(path).length)
  // Without this, `/web1//elsewhere` would become `//elsewhere`, a URL of another host.
  return /^\/(?![/\\])/.test(pathBelowBase) ? pathBelowBase : `/${pathBelowBase.replace(/^[/\\]+/, '')}`
}

/**
 * Returns the base path of the requested page if the app must be reloaded under it, or null if it already runs there or the page
 * was requested without a base path. The base path is lost only by a redirect to an identity provider.
 */
export function getRequiredBasePath(fromUrl: string | undefined, origin: string, currentBase: string): string | null {
  const requestedBase = basePathOf(safeReturnPath(fromUrl, origin))
  return requestedBase === '' || requestedBase === currentBase ? null : requestedBase
}
