import type { ComponentType } from 'react'
import { bringNamespace } from './i18n.ts'

/** Code that comes later together with its words, those of the namespace `pages`: `lazyPart(withPages(async () => …))`. */
export const withPages =
  <Props>(load: () => Promise<ComponentType<Props>>) =>
  async (): Promise<ComponentType<Props>> => {
    const [component] = await Promise.all([load(), bringNamespace('pages')])
    return component
  }
