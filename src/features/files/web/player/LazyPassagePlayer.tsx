import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'

/** The player of passages. Its code is loaded when the first one is played. */
export const LazyPassagePlayer = lazyComponent(async () => (await import('./PassagePlayer.tsx')).PassagePlayer)
