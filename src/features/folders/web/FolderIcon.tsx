import { folderIcons } from './folderIcons.ts'

/** One of the icons, in the folder's colour; drawn towards the colour of the text. */
export function FolderIcon({ icon, color }: { icon: keyof typeof folderIcons; color: string }) {
  const Icon = folderIcons[icon]
  return <Icon className="size-4.5" style={{ color: `color-mix(in oklab, ${color} 60%, var(--ink))` }} />
}
