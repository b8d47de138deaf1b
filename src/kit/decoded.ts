/** What percent signs stand for; a text in which they stand for nothing, as it is. Addresses are written by anybody. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
