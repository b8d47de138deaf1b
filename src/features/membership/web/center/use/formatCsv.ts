/** Returns a CSV file for spreadsheets, with the mark of UTF-8, without which they misread letters with accents. */
export const formatCsv = (rows: readonly (readonly string[])[]): string =>
  '\uFEFF' + rows.map((cells) => `${cells.map(formatCell).join(',')}\r\n`).join('')

/** Spreadsheets run a text that begins like a formula. An apostrophe before it makes it text. */
const FORMULA_START = /^[\s"']*[=+\-@|%＝＋－＠]|^[\t\r\n]/

function formatCell(text: string): string {
  const safe = FORMULA_START.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}
