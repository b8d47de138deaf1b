/**
 * Converts the tokenizer of a Moonshine model to the format of sherpa-onnx: one line per token with its bytes in base64 and its
 * number. Each entry of the tokenizer is a length and that many bytes. A length of 128 or more takes two bytes: the remainder by
 * 128 plus 128, then the quotient. Throws RangeError when the data ends within an entry.
 */
export function moonshineTokens(tokenizer: Buffer): string {
  const lines: string[] = []
  for (let offset = 0; offset < tokenizer.length;) {
    let length = tokenizer.readUInt8(offset++)
    if (length >= 128) length += tokenizer.readUInt8(offset++) * 128 - 128
    if (offset + length > tokenizer.length) throw new RangeError('The tokenizer ends within a token.')
    lines.push(`${tokenizer.toString('base64', offset, offset + length)} ${lines.length}`)
    offset += length
  }
  return `${lines.join('\n')}\n`
}
