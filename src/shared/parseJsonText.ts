/**
 * Parses JSON in a text; returns undefined when it is invalid. Clients send some values as JSON strings (B§7), which request
 * validation does not look into, so NUL and unpaired surrogates, which the database cannot store, are removed here.
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
