import { basePathOf, safeReturnPath } from '#kit/paths.ts'

/**
 * Where signing in leads: the page that was wanted, below whatever base path the app stands under now (every base shows the
 * same app, and an origin alone names none). Home for everything that is not of this origin.
 */
export function returnAddress(fromUrl: string | undefined, origin: string): string {
  const path = safeReturnPath(fromUrl, origin)
  const below = path.slice(basePathOf(path).length)
  // `/web1//elsewhere` would have become an address of another host.
  return /^\/(?![/\\])/.test(below) ? below : `/${below.replace(/^[/\\]+/, '')}`
}

/**
 * The base path to go to in full, or null when the app already stands where the wanted page does. Only a journey to an identity
 * provider loses it; a page wanted without a base is shown under any.
 */
export function baseToGoTo(fromUrl: string | undefined, origin: string, base: string): string | null {
  const wanted = basePathOf(safeReturnPath(fromUrl, origin))
  return wanted === '' || wanted === base ? null : wanted
}
