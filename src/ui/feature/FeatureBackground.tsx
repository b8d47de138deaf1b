import { useState } from 'react'
import { lazyComponent } from '../lazy/lazyComponent.tsx'
import { useFeatures } from './FeaturesContext.ts'
import type { LoadComponent } from './WebFeature.ts'

/** The background work of all features, mounted once by the layout. */
export function FeatureBackground() {
  return useFeatures().map(({ name, background }) => background && <BackgroundPart key={name} load={background} />)
}

/** Mounts a component when it is loaded. If it cannot be loaded, it is left out until the next visit. */
export function BackgroundPart({ load }: { load: LoadComponent }) {
  const [Part] = useState(() => lazyComponent(load))
  return <Part errorFallback={null} />
}
