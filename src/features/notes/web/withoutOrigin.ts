/**
 * Our own Markdown without the slanted line below its title that says how much was read and by whom: the page shows that as a bar.
 */
export const withoutOrigin = (markdown: string): string => markdown.replace(/^(# [^\n]*\n+)?\*[^\n]*\*\n+/, '$1')
