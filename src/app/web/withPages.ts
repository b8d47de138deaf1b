import type { ComponentType } from 'react'
import { bringNamespace } from './i18n.ts'

/** Loads a component together with the messages of the `pages` namespace; used as `lazyComponent(withPagesNamespace(load))`. */
export const withPages =
  <Props>(load: () => Promise<ComponentType<Props>>) =>
  async (): Promise<ComponentType<Props>> => {
    const [component] = await Promise.all([load(), bringNamespace('pages')])
    return component
  }
