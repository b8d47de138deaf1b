/** Everything one can go to or do, by name (Ctrl/Cmd K). */
export function CommandPalette(_: { open: boolean; onClose: () => void }) {
  return null
}
