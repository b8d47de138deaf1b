import { z } from 'zod/mini'
import { CategoryId, TEMPLATE_PAGE_SIZE } from './item.ts'

/** `en_US`, `en-GB`, `zh`: unknown languages give English. */
export const Language = z.optional(z.string().check(z.maxLength(40)))

/** Other clients send null for what they leave out. */
export const orNull = <T extends z.core.$ZodType>(type: T) => z.optional(z.nullable(type))

/** `true`, `1`, `"true"`, `"1"` and `"yes"` are yes, everything else is no. */
const Flag = orNull(z.union([z.boolean(), z.number(), z.string().check(z.maxLength(10))]))

/** Where templates are listed: 1, one is chosen for a recording, so that the automatic choice is offered; 2, they are browsed. */
export type TemplateScene = 1 | 2

/** The template list request of B§7, which all lists obey (docs/decisions/0133). `scene` is the one of a request without any. */
export const templateListRequest = (scene: TemplateScene) => ({
  /** The language of the page: that of system templates, names of categories and the search. */
  language_os: Language,
  /** The language in which templates of the community are read: those written in it come first, others are translated. */
  language_trans: Language,
  scene: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(9)), scene),
  /** Only this category. Own templates without a category count as general. */
  category_id: orNull(z.union([CategoryId, z.literal('')])),
  page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(10_000)), 1),
  page_size: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), TEMPLATE_PAGE_SIZE),
  /** Whether the first page also names what the user used last. */
  has_recently_use: Flag,
  /** Whether own templates are listed too. The list of own ones and that of recent uses hold them unless this says no. */
  has_custom: Flag,
  /** A template that the reply holds in any case, and that comes first in the list it belongs to. */
  selected_template: orNull(z.string().check(z.maxLength(64))),
})

/** The list request of a call without a body. */
export const emptyListRequest = (scene: TemplateScene) => ({ scene, page: 1, page_size: TEMPLATE_PAGE_SIZE })
