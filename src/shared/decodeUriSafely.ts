/** Decodes percent-encoding. Returns the text unchanged when it is malformed, because URLs may be typed by hand. */
export function decodeUriSafely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
