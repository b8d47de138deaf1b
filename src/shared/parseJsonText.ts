/**
 * Returns what the JSON in a text says, or undefined for other text. Clients send some values as JSON in a string (B§7), which the
 * check of the request does not look into: NUL and halves of characters, which the database cannot store, are taken out here.
 */
export function parseJsonText(text: string): unknown {
  try {
    return JSON.parse(text, (_key, value: unknown) =>
      typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value,
    )
  } catch {
    return undefined
  }
}
