import type { ImportText } from '../../rules/import/groupEntries.ts'
import { MiB } from '#shared/units.ts'
import type { Bytes } from '#shared/units.ts'
import { ImportSourceError, type ImportSource } from './importSource.ts'

/** Five hours with the times of all words, printed with a line for each value, are smaller. */
export const MAX_TEXT_BYTES: Bytes = 64 * MiB
/** Word documents are parsed on the page. */
const MAX_DOCUMENT_BYTES: Bytes = 16 * MiB

/** Returns the bytes of a file of an export; of a Word document its text with a line for each paragraph. Rejects with ImportSourceError. */
export async function readTextEntry(
  source: ImportSource,
  { entry, suffix }: ImportText,
  signal: AbortSignal,
): Promise<Blob | string> {
  if (suffix !== 'docx') return source.read(entry, MAX_TEXT_BYTES, signal)
  return readDocx(await source.read(entry, MAX_DOCUMENT_BYTES, signal), signal)
}

/** The namespace of the elements of a Word document. */
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'

async function readDocx(bytes: Blob, signal: AbortSignal): Promise<string> {
  const { openArchive } = await import('./openArchive.ts')
  const archive = await openArchive(bytes)
  try {
    const entry = archive.entries.find(({ path }) => path === 'word/document.xml')
    if (!entry) throw new ImportSourceError('damaged')
    const xml = await (await archive.read(entry, MAX_DOCUMENT_BYTES, signal)).text()
    // Entities could expand to any length, and Word writes none.
    if (xml.includes('<!DOCTYPE')) throw new ImportSourceError('damaged')
    const document = new DOMParser().parseFromString(xml, 'application/xml')
    return [...document.getElementsByTagNameNS(WORD, 'p')].map(textOfParagraph).join('\n')
  } finally {
    await archive.close()
  }
}

function textOfParagraph(paragraph: Element): string {
  return [...paragraph.getElementsByTagNameNS(WORD, '*')]
    .map((element) => {
      if (element.localName === 't') return element.textContent ?? ''
      if (element.localName === 'br' || element.localName === 'cr') return '\n'
      return element.localName === 'tab' ? '\t' : ''
    })
    .join('')
}
