import type { FlatNamespace, ResourceNamespaceMap } from 'i18next'
import { useTranslation } from 'react-i18next'

type Keys = { [Name in FlatNamespace]: `${Name}:${keyof ResourceNamespaceMap[Name] & string}` }

/** A message named by data, with its namespace: `profile:settings`. */
export type MessageId = Keys[keyof Keys]

/** Returns a function that translates a `MessageId`. The messages of its namespace must be loaded. */
export function useMessage(): (id: MessageId) => string {
  const { i18n } = useTranslation()
  return (id) => {
    const [namespace = '', key = ''] = id.split(':')
    return i18n.t(key as never, { ns: namespace as never })
  }
}
