/** A JSON value in a text that may contain several, and the line on which it begins. */
export type JsonPart = { readonly value: unknown; readonly line: number }

/** The parsed values, and the lines of invalid ones. */
export type ReadJson = { readonly parts: readonly JsonPart[]; readonly damaged: readonly number[] }

/** Parses a JSON text; undefined when it is invalid. Accepts NaN and Infinity, which Python writes. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    if (!/(?:NaN|Infinity)/.test(text)) return undefined
  }
  try {
    return JSON.parse(
      text.replaceAll(/"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g, (found) => (found.startsWith('"') ? found : 'null')),
    )
  } catch {
    return undefined
  }
}

/**
 * Parses a text with one or more JSON values: one per line, or pretty-printed one after another. Returns null when it is not JSON.
 */
export function readJson(text: string): ReadJson | null {
  const whole = parseJson(text)
  if (whole !== undefined) return { parts: [{ value: whole, line: 1 }], damaged: [] }
  const { texts, rest } = splitValues(text)
  const parts: JsonPart[] = []
  const damaged: number[] = []
  for (const part of texts) {
    const value = parseJson(part.text)
    if (value === undefined) damaged.push(part.line)
    else parts.push({ value, line: part.line })
  }
  if (rest !== null) damaged.push(rest)
  return parts.length === 0 && damaged.length === 0 ? null : { parts, damaged }
}

/**
 * Splits a text at the end of each value, in one pass. In a text with one value per line, a line that begins with a bracket starts
 * a new value even if the value of an earlier line is still open.
 */
function splitValues(text: string): { texts: { text: string; line: number }[]; rest: number | null } {
  const lines = text.split('\n')
  const filled = lines.filter((line) => line.trim() !== '')
  const isByLine =
    filled.length > 0 &&
    filled.filter((line) => /^\s*[{[].*[}\]],?\s*$/.test(line.length > 2000 ? line.slice(0, 1000) + line.slice(-1000) : line))
      .length >
      filled.length / 2
  if (isByLine)
    return {
      texts: lines.flatMap((line, n) => (line.trim() === '' ? [] : [{ text: line.trim().replace(/,$/, ''), line: n + 1 }])),
      rest: null,
    }
  const texts: { text: string; line: number }[] = []
  let [depth, from, line, fromLine, isText] = [0, 0, 1, 1, false]
  const pattern = /["\\{}[\]\n]/g
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const sign = match[0]
    if (sign === '\n') line++
    else if (sign === '\\') pattern.lastIndex++
    else if (sign === '"') isText = !isText
    else if (!isText && (sign === '{' || sign === '[')) {
      if (depth++ === 0) [from, fromLine] = [match.index, line]
    } else if (!isText && depth > 0 && --depth === 0) texts.push({ text: text.slice(from, match.index + 1), line: fromLine })
  }
  return { texts, rest: depth > 0 ? (line > 1 ? line : fromLine) : null }
}
