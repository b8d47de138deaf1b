/** Returns text as Markdown that is read as exactly these words, wherever it is placed on a line. Line ends stay. */
export const escapeMarkdown = (text: string): string =>
  text
    .replaceAll(/[\\`*_[\]<>~|]/g, String.raw`\$&`)
    .replaceAll(/&(?=#?\w+;)/g, String.raw`\&`)
    .replaceAll(/^([ \t]*)([#+\-=])/gm, String.raw`$1\$2`)
    .replaceAll(/^([ \t]*\d{1,9})([.)])/gm, String.raw`$1\$2`)
