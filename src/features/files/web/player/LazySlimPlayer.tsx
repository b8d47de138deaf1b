import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'

/** The player of moments. Its code is loaded when the first one is played. */
export const LazySlimPlayer = lazyComponent(async () => (await import('./SlimPlayer.tsx')).SlimPlayer)
