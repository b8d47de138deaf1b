import { readFile } from 'node:fs/promises'

/** A piece of text and the tokens it came from: `ends[i]` is the length of text that stands once token i has been read. */
export type DecodedText = { readonly text: string; readonly ends: readonly number[] }

/** Turns Whisper's token ids into text. Ids at or past `size` (languages, tasks, times) have no text. */
export type Tokenizer = {
  readonly size: number
  decode: (ids: readonly number[]) => DecodedText
  /** The bytes one token stands for; a letter of many scripts is spread over several tokens. */
  bytesOf: (id: number) => Uint8Array
}

/** Reads `tokens.txt`: a line for each token, its bytes in base64 and its id. */
export async function readTokenizer(path: string): Promise<Tokenizer> {
  const tokens: Uint8Array[] = []
  for (const line of (await readFile(path, 'utf8')).split('\n')) {
    const [bytes, id] = line.split(' ')
    if (bytes !== undefined && id !== undefined) tokens[Number(id)] = Buffer.from(bytes, 'base64')
  }
  const bytesOf = (id: number) => tokens[id] ?? new Uint8Array()
  return { size: tokens.length, bytesOf, decode: (ids) => decode(ids, bytesOf) }
}

/** Letters begun and never finished (the model stopped in the middle) are left out. */
function decode(ids: readonly number[], bytesOf: Tokenizer['bytesOf']): DecodedText {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const ends: number[] = []
  let text = ''
  for (const id of ids) {
    text += decoder.decode(bytesOf(id), { stream: true }).replaceAll('\uFFFD', '')
    ends.push(text.length)
  }
  return { text, ends }
}
