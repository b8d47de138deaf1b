/** Splits instructions: a line that starts with # begins a section, and text before the first one is the preamble. */
export function splitInstructions(content: string): { preamble: string; sections: { heading: string; instruction: string }[] } {
  const preamble: string[] = []
  const sections: { heading: string; lines: string[] }[] = []
  for (const line of content.split(/\r?\n/)) {
    const heading = /^[ \t]{0,3}#{1,6}(?!#)[ \t]*(\S.*)$/.exec(line)?.[1]
    if (heading !== undefined) sections.push({ heading: heading.trimEnd(), lines: [] })
    else (sections.at(-1)?.lines ?? preamble).push(line)
  }
  return {
    preamble: preamble.join('\n').trim(),
    sections: sections.map(({ heading, lines }) => ({ heading, instruction: lines.join('\n').trim() })),
  }
}
