import type { ComponentType } from 'react'
import { lazyPart } from '#ui/lazyPart.tsx'

/**
 * A page that is a chunk of its own. One that does not come says so in its place and can be asked for again; the router's own
 * `lazyRouteComponent` would load the whole page anew, also when there is no network.
 */
export const lazyPage = <Module extends object>(load: () => Promise<Module>, name = 'default' as keyof Module) =>
  lazyPart(async () => (await load())[name] as ComponentType)
