import { readFile } from 'node:fs/promises'

/** A text and the tokens it was decoded from. `ends[i]` is the length of the text after token i. */
export type DecodedText = { readonly text: string; readonly ends: readonly number[] }

/** Turns Whisper's token ids into text. Ids of `size` and above (languages, tasks, times) have no text. */
export type Tokenizer = {
  readonly size: number
  decode: (ids: readonly number[]) => DecodedText
  /** Returns the bytes of one token. In many scripts a letter is spread over several tokens. */
  bytesOf: (id: number) => Uint8Array
}

/** Reads `tokens.txt`: one line per token with its bytes in base64 and its id. */
export async function readTokenizer(path: string): Promise<Tokenizer> {
  const tokens: Uint8Array[] = []
  for (const line of (await readFile(path, 'utf8')).split('\n')) {
    const [bytes, id] = line.split(' ')
    if (bytes !== undefined && id !== undefined) tokens[Number(id)] = Buffer.from(bytes, 'base64')
  }
  const bytesOf = (id: number) => tokens[id] ?? new Uint8Array()
  return { size: tokens.length, bytesOf, decode: (ids) => decode(ids, bytesOf) }
}

/** Drops unfinished letters, which appear when the model stopped in the middle. */
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
