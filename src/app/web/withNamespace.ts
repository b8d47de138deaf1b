import type { ComponentType } from 'react'
import { loadNamespace } from './i18n.ts'

/** Loads a component together with the messages of a namespace: `lazyComponent(withNamespace('recorder', async () => …))`. */
export const withNamespace =
  <Props>(namespace: string, load: () => Promise<ComponentType<Props>>) =>
  async (): Promise<ComponentType<Props>> => {
    const [component] = await Promise.all([load(), loadNamespace(namespace)])
    return component
  }

/** Loads a component together with the messages of the `pages` namespace; used as `lazyComponent(withPagesNamespace(load))`. */
export const withPagesNamespace =
  <Props>(load: () => Promise<ComponentType<Props>>) =>
  async (): Promise<ComponentType<Props>> => {
    const [component] = await Promise.all([load(), loadNamespace('pages')])
    return component
  }
