import type { AnyRouter } from '@tanstack/react-router'
import { mainRoute } from '#features/account/web.tsx'
import { paths } from '#shared/paths.ts'

/**
 * Starts loading the code of the first page and of its layouts in parallel with the messages. On a slow connection this saves a
 * third of a second. Errors are ignored here: the routes load the same code and show the error.
 */
export function preloadPage(router: AnyRouter, path: string, isSignedIn: boolean): void {
  for (const routeId of findFirstRoutes(router, path, isSignedIn)) void router.routesById[routeId].options.component?.preload?.()
}

/** Returns the ids of the routes that will be shown. `path` is the path below the base. */
export function findFirstRoutes(router: AnyRouter, path: string, isSignedIn: boolean): string[] {
  const routeIds = router.matchRoutes(path, {}).map(({ routeId }): string => routeId)
  const needsSignIn = !isSignedIn && routeIds.includes(mainRoute.id)
  return needsSignIn ? findFirstRoutes(router, paths.login(), true) : routeIds
}
