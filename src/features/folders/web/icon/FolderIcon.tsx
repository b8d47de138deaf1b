import { folderIcons } from './folderIcons.ts'

/** An icon in the colour of the folder, mixed with the text colour for contrast. */
export function FolderIcon({ icon, color }: { icon: keyof typeof folderIcons; color: string }) {
  const Icon = folderIcons[icon]
  return <Icon className="size-4.5" style={{ color: `color-mix(in oklab, ${color} 60%, var(--ink))` }} />
}
