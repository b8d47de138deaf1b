import type { WebFeature } from '#ui/feature/WebFeature.ts'

/** The manifest of the feature. The page of a link is made by the server and loads nothing of this one. */
export const shareFeature = { name: 'share' } as const satisfies WebFeature
