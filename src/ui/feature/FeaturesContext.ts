import { createContext, use } from 'react'
import type { WebFeature } from './WebFeature.ts'

/** The manifests of all features, provided by the app. */
export const FeaturesContext = createContext<readonly WebFeature[]>([])

export const useFeatures = (): readonly WebFeature[] => use(FeaturesContext)
