import type { ComponentType } from 'react'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'

/**
 * Returns a page component that is loaded in its own chunk. When the chunk cannot be loaded, the page shows the error and a
 * button to retry. The router's `lazyRouteComponent` would reload the whole document, even without a network.
 */
export const lazyPage = <Module extends object>(load: () => Promise<Module>, name = 'default' as keyof Module) =>
  lazyComponent(async () => (await load())[name] as ComponentType)
