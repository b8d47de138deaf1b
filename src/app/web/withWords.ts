import type { ComponentType } from 'react'
import { bringNamespace } from './i18n.ts'

/** Code that comes later together with the words of a namespace that does: `lazyPart(withWords('recorder', async () => …))`. */
export const withWords =
  <Props>(namespace: string, load: () => Promise<ComponentType<Props>>) =>
  async (): Promise<ComponentType<Props>> => {
    const [component] = await Promise.all([load(), bringNamespace(namespace)])
    return component
  }
