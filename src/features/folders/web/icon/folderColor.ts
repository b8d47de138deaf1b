/**
 * Returns the CSS colour that shows the colour of a folder. It keeps hue and chroma, and is at least as light as the theme needs:
 * the default colour is nearly black and would vanish on the dark theme.
 */
export const folderColor = (color: string): string => `oklch(from ${color} max(l, var(--folder-lightness)) c h)`
