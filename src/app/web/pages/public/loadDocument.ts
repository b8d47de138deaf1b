import { documents } from 'virtual:documents'
import type { Locale } from '#ui/locales.ts'
import type { DocumentName } from './documents.ts'
import type { DocumentTree } from './documentTree.ts'

/** A text in a language, or in English where it is not written in it yet; null where nobody has written it. */
export async function loadDocument(name: DocumentName, locale: Locale): Promise<DocumentTree | null> {
  return (await documents[name][locale]?.())?.default ?? null
}
