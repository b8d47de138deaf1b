import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Returns the text of an RTF document. Throws when its braces are not balanced. */
export function readRtfText(source: string): string {
  let depth = 0
  for (const [token] of source.replaceAll(/\\[\\{}]/g, '').matchAll(/[{}]/g)) depth += token === '{' ? 1 : -1
  if (depth !== 0) throw new Error('the braces are not balanced')
  return source
    .replaceAll(/\\u(-?\d+)\?/g, (_, code: string) => String.fromCharCode((Number(code) + 65_536) % 65_536))
    .replaceAll(/\\par\b/g, '\n')
    .replaceAll(/\\([\\{}])/g, '$1')
    .replaceAll(/\\[a-z]+-?\d* ?|[{}]/g, '')
}

/** Returns the text of all pages of a PDF, in the order of the file. */
export async function readPdfText(bytes: Buffer): Promise<string> {
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
  const lines: string[] = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const { items } = await (await pdf.getPage(number)).getTextContent({ disableNormalization: true })
    lines.push(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''))
  }
  return lines.join('\n')
}

/** Parses CSV into rows of cells (RFC 4180). */
export function parseCsv(text: string): string[][] {
  return [...text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)].reduce<string[][]>(
    (rows, [, quoted, bare = '', end]) => {
      rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? bare)
      if (end !== ',') rows.push([])
      return rows
    },
    [[]],
  )
}
