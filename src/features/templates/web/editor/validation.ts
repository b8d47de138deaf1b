import { EMAIL_PATTERN } from '#features/account/rules.ts'
import { TEMPLATE_CONTENT_MAX, TEMPLATE_DESCRIPTION_MAX, TEMPLATE_NAME_MAX } from '../../contract.ts'
import { authorEmail } from '../../rules.ts'
import type { Draft } from './draft.ts'

/** What is wrong with a field, as the key of its message (B§5). */
export type WriteErrors = {
  readonly name?: 'name_required' | 'Folder_toolong' | undefined
  readonly content?: 'content_required' | 'Folder_toolong' | undefined
}
export type ShareErrors = {
  readonly description?: 'description_required' | 'Folder_toolong' | undefined
  readonly category?: 'category_required' | undefined
  readonly email?: 'email_required' | 'email_invalid' | undefined
}

export function findWriteErrors({ name, content }: Pick<Draft, 'name' | 'content'>): WriteErrors {
  const tooLong = (text: string, max: number) => (text.length > max ? 'Folder_toolong' : undefined)
  return {
    name: name.trim() === '' ? 'name_required' : tooLong(name.trim(), TEMPLATE_NAME_MAX),
    content: content.trim() === '' ? 'content_required' : tooLong(content, TEMPLATE_CONTENT_MAX),
  }
}

/** A relay address counts as none (B§5). */
export function findShareErrors({ description, category }: Pick<Draft, 'description' | 'category'>, email: string): ShareErrors {
  const address = email.trim()
  const length = description.trim().length
  return {
    description: length === 0 ? 'description_required' : length > TEMPLATE_DESCRIPTION_MAX ? 'Folder_toolong' : undefined,
    category: category === '' ? 'category_required' : undefined,
    email:
      authorEmail(address, location.hostname) === ''
        ? 'email_required'
        : EMAIL_PATTERN.test(address)
          ? undefined
          : 'email_invalid',
  }
}

export const hasErrors = (errors: WriteErrors | ShareErrors): boolean =>
  Object.values(errors).some((error) => error !== undefined)
