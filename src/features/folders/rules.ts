import { cleanName } from '#shared/normalizeText.ts'
import { FOLDER_COLORS, FOLDER_NAME_MAX } from './contract.ts'
import type { Folder } from './contract.ts'

/** The fields that the folder dialog edits. */
export type FolderFields = Pick<Folder, 'name' | 'color' | 'icon'>

/** The names of the seven presets of `FOLDER_COLORS`, in their order (B§5); message keys `color_<name>`. */
export const PRESET_NAMES = ['black', 'blue', 'green', 'orange', 'turquoise', 'red', 'purple'] as const

/** The twelve named colours of the extended view (B§5, B§9). */
export const NAMED_COLORS = [
  { name: 'red', color: '#d93a3a' },
  { name: 'orange', color: '#ef7d1a' },
  { name: 'amber', color: '#e5a50a' },
  { name: 'yellow', color: '#ecd32f' },
  { name: 'lime', color: '#9bc53d' },
  { name: 'green', color: '#2f9e5b' },
  { name: 'teal', color: '#148f8b' },
  { name: 'cyan', color: '#1fa8c9' },
  { name: 'blue', color: '#2b6cd4' },
  { name: 'indigo', color: '#4b4fc9' },
  { name: 'violet', color: '#8246c8' },
  { name: 'pink', color: '#d94a93' },
] as const

/** The fixed set of 58 icons (B§5, B§9) by stored name; the first is the default. */
export const FOLDER_ICONS = [
  'folder',
  'inbox',
  'archive',
  'box',
  'briefcase',
  'building',
  'people',
  'person',
  'speech',
  'phone',
  'microphone',
  'headphones',
  'music',
  'guitar',
  'radio',
  'podcast',
  'video',
  'camera',
  'picture',
  'palette',
  'book',
  'open-book',
  'newspaper',
  'document',
  'notebook',
  'pencil',
  'graduation',
  'school',
  'microscope',
  'flask',
  'atom',
  'calculator',
  'code',
  'chip',
  'rocket',
  'light-bulb',
  'star',
  'heart',
  'flag',
  'bookmark',
  'calendar',
  'clock',
  'bell',
  'key',
  'lock',
  'wallet',
  'cart',
  'chart',
  'scales',
  'gavel',
  'stethoscope',
  'dumbbell',
  'plane',
  'car',
  'map',
  'globe',
  'house',
  'leaf',
] as const
export type FolderIconName = (typeof FOLDER_ICONS)[number]

export const NEW_FOLDER: FolderFields = { name: '', color: FOLDER_COLORS[0], icon: FOLDER_ICONS[0] }

/**
 * Returns the icon to show for a stored value (B§5). Older clients stored the code of a glyph, `e600` to `e639`, in the order of
 * this set. Any other unknown value is shown as a plain folder.
 */
export function resolveIcon(stored: string): FolderIconName {
  const known = FOLDER_ICONS.find((name) => name === stored)
  const legacy = /^e6[0-3][0-9a-f]$/i.test(stored) ? Number.parseInt(stored, 16) - FIRST_LEGACY_CODE : -1
  return known ?? FOLDER_ICONS[legacy] ?? FOLDER_ICONS[0]
}

/** Returns the message key of the reason why a name cannot be saved, or undefined when it is valid (B§5). */
export function folderNameError(name: string): 'Folder_noname' | 'Folder_toolong' | undefined {
  const length = cleanName(name).length
  if (length === 0) return 'Folder_noname'
  return length > FOLDER_NAME_MAX ? 'Folder_toolong' : undefined
}

/** Returns whether saving would change nothing: the name as stored, colour and icon as shown (B§5). */
export function isUnchanged(folder: FolderFields, draft: FolderFields): boolean {
  return (
    folder.name === cleanName(draft.name) &&
    folder.color.toLowerCase() === draft.color.toLowerCase() &&
    resolveIcon(folder.icon) === resolveIcon(draft.icon)
  )
}

const FIRST_LEGACY_CODE = 0xe600
