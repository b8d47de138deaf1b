import type { Folder } from '../contract.ts'
import type { FolderRecord } from './store.ts'

/** Returns a folder in its wire format (B§3). */
export const toFolder = ({ folder_id, name, color, icon }: FolderRecord): Folder => ({ id: folder_id, name, color, icon })
