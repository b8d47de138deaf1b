const starts = (bytes: Uint8Array, at: number, text: string) =>
  Buffer.from(bytes.subarray(at, at + text.length)).toString('latin1') === text

const LOOKS: Record<string, (bytes: Uint8Array) => boolean> = {
  png: (bytes) => starts(bytes, 0, '\x89PNG\r\n\x1A\n'),
  jpeg: (bytes) => starts(bytes, 0, '\xFF\xD8\xFF'),
  webp: (bytes) => starts(bytes, 0, 'RIFF') && starts(bytes, 8, 'WEBP'),
}

/** Whether the bytes of a data: address begin as those of the picture it says it is. */
export function isPicture(address: string): boolean {
  const [, kind = '', text = ''] = /^data:image\/([a-z]+);base64,(.+)$/.exec(address) ?? []
  return LOOKS[kind]?.(Buffer.from(text, 'base64')) ?? false
}
