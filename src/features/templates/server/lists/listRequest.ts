import type { AppContext } from '#platform/context.ts'
import type { CategoryId } from '../../contract.ts'
import { isAutomaticTemplate } from '../../rules.ts'
import type { Languages } from '../items.ts'
import { type ListedTemplate, findTemplate } from '../listed.ts'
import { automaticTemplate, isCategory } from '../system/systemTemplates.ts'

type Flag = boolean | number | string | null | undefined

/** The template list request of B§7, as every list reads it (docs/decisions/0133). */
export type ListRequest = Languages & {
  readonly scene: number
  readonly category_id?: CategoryId | '' | null | undefined
  readonly page: number
  readonly page_size: number
  readonly has_recently_use?: Flag
  readonly has_custom?: Flag
  readonly selected_template?: string | null | undefined
}

/** Other clients send true, 1 or yes. */
export const isYes = (value: Flag): boolean => /^(true|1|yes)$/i.test(String(value))

/** Returns whether a template is chosen for a recording, so that the automatic choice is offered too. */
export const offersAutomatic = ({ scene }: Pick<ListRequest, 'scene'>): boolean => scene === 1

/** Returns the category in which a template is listed. The automatic choice and own templates without one are general. */
export function categoryOf(listed: ListedTemplate): CategoryId {
  const { category } = listed.texts
  return isCategory(category) ? category : 'cat_general'
}

export const isOfCategory = (listed: ListedTemplate, category: ListRequest['category_id']): boolean =>
  !category || categoryOf(listed) === category

/** Returns the template named by `selected_template`, or undefined when the user cannot see it. */
export async function findSelected(
  ctx: AppContext,
  userId: string,
  { selected_template: id, language_os }: ListRequest,
): Promise<ListedTemplate | undefined> {
  if (!id) return undefined
  // All ids of the automatic choice stand for one entry.
  return await findTemplate(ctx, userId, isAutomaticTemplate(id) ? automaticTemplate(undefined).id : id, language_os)
}

/** Returns a list that begins with this template, where it is of the category that is listed. */
export function withFirst(
  listed: readonly ListedTemplate[],
  first: ListedTemplate | undefined,
  request: Pick<ListRequest, 'scene' | 'category_id'>,
): readonly ListedTemplate[] {
  if (!first || !isOfCategory(first, request.category_id)) return listed
  if (isAutomaticTemplate(first.id) && !offersAutomatic(request)) return listed
  return [first, ...listed.filter(({ id }) => id !== first.id)]
}

/** Returns a page of a list, and whether more follow. */
export function pageOf<T>(list: readonly T[], { page, page_size }: Pick<ListRequest, 'page' | 'page_size'>) {
  const end = page * page_size
  return { list: list.slice(end - page_size, end), has_more: list.length > end }
}
